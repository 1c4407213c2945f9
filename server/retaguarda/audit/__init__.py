"""The audit log: who did what, and the proof that no entry was changed since."""
