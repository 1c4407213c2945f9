"""Who of the staff looked at whom, and whether that was their task."""
