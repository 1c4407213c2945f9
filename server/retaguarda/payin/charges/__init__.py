"""Charges: what a merchant asks of a payer. Holds what payments, refunds and disputes of them share."""
