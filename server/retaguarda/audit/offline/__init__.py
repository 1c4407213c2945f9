"""The two programs in every bundle that verify it: one file each, without a server or a network."""
