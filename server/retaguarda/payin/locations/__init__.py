"""Payload locations: addresses that a code leads to, asked for before there is a charge to find there."""
