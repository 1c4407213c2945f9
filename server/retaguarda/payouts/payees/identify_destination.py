"""Destinations and documents of payees have the names that payments have."""

from retaguarda.payout_engine.identify_destination import DestinationNames, load_names

__all__ = ["DestinationNames", "load_names"]
