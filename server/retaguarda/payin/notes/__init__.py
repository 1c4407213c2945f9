"""Notes and files of a charge: what people want to remember of it."""
