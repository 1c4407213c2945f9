"""Withdrawals: a merchant's money that leaves by Pix, sent once and followed to its end."""
