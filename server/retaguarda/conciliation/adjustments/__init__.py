"""Adjustments: notes that move money of a merchant, with where they come from."""
