"""The administration of payouts: what is to leave, what waits and why, and how well it went."""
