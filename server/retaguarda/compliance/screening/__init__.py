"""Document checks, and the lists that people and companies are compared with."""
