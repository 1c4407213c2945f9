"""Reprocessing: what was sent or read again, by whom, why, and what came of it."""
