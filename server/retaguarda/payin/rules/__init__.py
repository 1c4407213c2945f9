"""Rules for charges: which processor gets one, which is blocked, and whose payment waits for a person."""
