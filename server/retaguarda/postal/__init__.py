"""Addresses by postal code, for forms: what was found is kept for a while, and no form ever waits long."""
