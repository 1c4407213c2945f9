"""Compliance: who may come in, who is watched, and what is told to whom."""
