"""Alerts of the PLD rules, and the cases that come of them. Their subject must not know."""
