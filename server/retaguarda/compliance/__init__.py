"""Compliance: what the law asks of a payment institution, and what nobody outside may know of it."""
