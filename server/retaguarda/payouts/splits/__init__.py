"""Splits: what came in is divided among receivers by a rule, and each run brings a batch that pays them."""
