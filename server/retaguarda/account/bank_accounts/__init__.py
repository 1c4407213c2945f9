"""Where a merchant's money may go: their own accounts, and those of others that they trust."""
