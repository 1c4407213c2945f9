"""Payouts: payments to others, one by one or in batches, with their rules, returns and rails."""
