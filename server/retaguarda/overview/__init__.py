"""The first screen: what came in, what became of it, and what there is."""
