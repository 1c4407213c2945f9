"""Merchant notes: what the provider credits or debits beside payments. One person writes a note, another posts it."""
