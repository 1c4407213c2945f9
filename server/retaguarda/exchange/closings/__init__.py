"""Closings: contracts with banks over many operations."""
