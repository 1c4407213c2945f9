"""What people are told of what happened."""
