"""What is made of a list beside its pages: facets, saved views, exports, and Commands on many rows."""
