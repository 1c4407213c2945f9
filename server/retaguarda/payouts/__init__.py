"""Payouts: money that leaves to somebody else than the merchant itself."""
