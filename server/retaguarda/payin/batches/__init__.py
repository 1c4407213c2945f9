"""Batches: many due charges from one table, each line checked before any charge is created."""
