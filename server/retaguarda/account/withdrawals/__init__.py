"""Withdrawals: a merchant's money on its way out, sent once and followed until its end is known."""
