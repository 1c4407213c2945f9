"""Withdrawals that happen by themselves: once on a date, or every day, week or month."""
