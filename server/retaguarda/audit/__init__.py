"""The audit log: what was done, by whom, and the proof that nothing of it was changed since."""
