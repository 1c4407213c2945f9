"""The same list as a good user of each peer would write it: needed columns only, keep-alive pools, no debug mode."""
