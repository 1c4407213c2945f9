"""Deposits: money that arrives on a merchant's account without a charge."""
