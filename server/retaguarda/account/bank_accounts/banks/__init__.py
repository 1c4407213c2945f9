"""The banks of Brazil, and what is known of their account numbers."""
