"""Rules for charges: which processor gets one, which is refused, and whose payment waits for a person."""
