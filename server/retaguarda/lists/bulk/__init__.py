"""Bulk Commands: one Command on many rows, each as if run alone, with a result for every row."""
