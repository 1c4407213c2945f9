"""Bank accounts that a merchant's money may go to: its own, and those of others that it trusts."""
