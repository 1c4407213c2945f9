"""All rows of a list that match, as a file: at once when they are few, prepared by the worker when they are many."""
