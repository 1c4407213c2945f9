"""What a payee has in common with others: destinations, names, units, and rings."""
