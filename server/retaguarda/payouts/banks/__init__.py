"""Banks as payouts meet them: how they answer, what staff say of them, and the list they come from."""
