"""Refunds: what came back of payments, and what is asked back by dispute (MED)."""
