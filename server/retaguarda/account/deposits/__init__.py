"""Deposits: money that comes to a merchant's account and was not asked for by a charge."""
