"""``make bench``: ours beside its peers and the raw database, in one run on one machine."""
