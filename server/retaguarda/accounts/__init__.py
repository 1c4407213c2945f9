"""Ledger accounts as staff administer them: balances, last movement, blocks and sub-accounts."""
