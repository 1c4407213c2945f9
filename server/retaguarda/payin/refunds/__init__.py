"""Refunds (devolução): money of a payment that goes back to the payer."""
