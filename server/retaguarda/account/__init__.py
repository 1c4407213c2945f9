"""A merchant's account: what it has, why, and where it is going."""
