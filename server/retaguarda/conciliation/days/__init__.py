"""Balances per day: what the bank and the ledger say, and what explains the difference."""
