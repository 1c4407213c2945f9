"""Amounts and texts of files that other programs read."""

from decimal import Decimal


def decimal(amount: int) -> str:
    """Minor units with a decimal point, whatever the language: -1500.25."""
    return str(Decimal(amount).scaleb(-2))


def one_line(text: str, longest: int) -> str:
    """Without control characters, which neither SGML nor XML can carry, and no longer than the field."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:longest]


def escaped(text: str) -> str:
    """For SGML and for XML, outside of attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
