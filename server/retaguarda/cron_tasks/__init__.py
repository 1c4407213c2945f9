"""The product's own tasks: when they run, how they went, and what a person can do about it."""
