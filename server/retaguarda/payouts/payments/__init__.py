"""Payments: money to somebody by Pix key, bank account or code, one at a time, followed to its end."""
