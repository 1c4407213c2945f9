"""Attached files: typed by their content, stored in the database, served as downloads."""
