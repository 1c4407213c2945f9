"""Batches: a file of payments that is read, planned, sealed, approved as a whole and paid line by line."""
