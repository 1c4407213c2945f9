"""A Command on many rows: each as if it had been done alone, with a result that names every one of them."""
