"""Processors: staff manage the connections to payment providers."""
