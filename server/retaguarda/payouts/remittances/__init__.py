"""Remittances: files that tell a bank whom to pay, sealed under a number and answered by return files."""
