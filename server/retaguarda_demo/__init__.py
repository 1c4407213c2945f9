"""Invented people and payments to try the product with; refused in production."""
