"""Reference rates by day, and the rules of the tax on exchange."""
