"""Notes: what the provider gives a merchant, or takes, beside payments; one writes a note and another posts it."""
