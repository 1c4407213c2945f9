"""Payload locations: addresses that a code leads to, requested before there is a charge to serve there."""
