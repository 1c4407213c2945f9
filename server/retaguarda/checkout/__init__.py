"""A charge in the page of a shop: the key that stands there, what it may read, and the script that draws it."""
