"""A merchant's account: balances, bank accounts, deposits, withdrawals, schedules, notes and the statement."""
