"""Retaguarda: the open-source back office of a payments and payout provider."""

__version__ = "0.1.0"
