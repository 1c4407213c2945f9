"""Opened disputes: a merchant asks for a Pix it sent back through MED."""
