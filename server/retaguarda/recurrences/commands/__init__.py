"""What can be done about recurrences and their charges."""
