"""Erases what the law no longer wants kept of people, and nothing before its term is over."""
