"""Processors: the connections to payment providers, as staff look after them."""
