"""Commands of pay-in that belong to no room."""
