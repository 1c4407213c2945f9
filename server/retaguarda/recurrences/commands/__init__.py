"""Commands on recurrences and their charges."""
