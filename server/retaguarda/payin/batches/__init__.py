"""Batches: many charges with a due date out of one table, checked line by line before any of them is made."""
