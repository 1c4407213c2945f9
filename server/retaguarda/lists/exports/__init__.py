"""Exports: all matching rows of a list as a file, at once when they are few, prepared by the worker when they are many."""
