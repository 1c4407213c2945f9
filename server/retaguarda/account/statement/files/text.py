"""Format amounts and texts for files that other programs read."""

from decimal import Decimal

from retaguarda.foundation.money import exponent_of


def decimal(amount: int, currency: str) -> str:
    """Format minor units with a decimal point, whatever the language: -1500.25."""
    return str(Decimal(amount).scaleb(-exponent_of(currency)))


def one_line(text: str, longest: int) -> str:
    """Remove control characters, which neither SGML nor XML can carry, and cut to the field's length."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:longest]


def escaped(text: str) -> str:
    """Escape a text for SGML and XML, outside of attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
