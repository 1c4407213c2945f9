"""What goes into every bundle: two programs that verify it, each in one file, without a server or a network."""
