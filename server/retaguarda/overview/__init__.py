"""The first screen: money received, charges paid, and balances."""
