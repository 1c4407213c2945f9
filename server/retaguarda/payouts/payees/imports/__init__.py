"""Payees brought as a table: sent in pieces, read by the worker, looked at row by row, and then applied once."""
