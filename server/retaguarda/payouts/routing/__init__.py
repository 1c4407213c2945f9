"""Routes of payouts: which processor gets which order; in versions, simulated over 30 days."""
