"""Who may not pay or be paid, by whose word, and what courts ask for."""
