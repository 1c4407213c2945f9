"""Payouts: who is paid, through which banks, from whose account and under which contract."""
