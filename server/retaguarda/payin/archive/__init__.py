"""Archived months: what was said with the payment providers leaves the database by two people, and is read from the archive."""
