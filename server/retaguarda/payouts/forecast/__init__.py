"""The forecast of payments: when each leaves, through whom, and what would change that."""
