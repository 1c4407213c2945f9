"""Access control: people, roles, API keys, and staff views of merchants' data."""
