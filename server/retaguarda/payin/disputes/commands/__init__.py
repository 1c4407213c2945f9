"""What people do with a case."""
