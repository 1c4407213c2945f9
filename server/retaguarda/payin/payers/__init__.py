"""Payers: who pays a merchant's charges, and everything of theirs in one place."""
