"""Attributes that the Central Bank wants known, with their history, and yearly duties."""
