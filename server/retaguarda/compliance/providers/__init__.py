"""Providers that check people and companies, each call to them, and what it cost."""
