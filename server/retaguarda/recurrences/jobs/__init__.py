"""Jobs of recurrences: requests to the provider, each safe to run twice, and work by the clock."""
