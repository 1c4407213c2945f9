"""The payout engine: hold, order written before the call, capture, return. Every way out of the house uses it."""
