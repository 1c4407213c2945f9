"""Text that a person wrote."""

from typing import Annotated

import msgspec

from retaguarda.foundation.errors import invalid_field

#: Why somebody did it, in their words; who looks later has nothing else.
Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=500)]


class ReasonInput(msgspec.Struct, forbid_unknown_fields=True):
    """The input of a Command that only asks why."""

    reason: Reason


def clean(field: str, text: str) -> str:
    """
    Raises:
        ApiError: 400 for nothing but white space, or a zero character.
    """
    kept = clean_or_none(field, text)
    if kept is None:
        raise invalid_field(field, "field_required", f"{field} is only white space")
    return kept


def clean_or_none(field: str, text: str | None) -> str | None:
    """As clean(), of a text that may be missing: None when nothing is left of it.

    Raises:
        ApiError: 400 for a zero character, which the database stores in no text.
    """
    if text is not None and "\x00" in text:
        raise invalid_field(field, "field_invalid", f"{field} holds a zero character")
    return text.strip() or None if text is not None else None


def printable(field: str, text: str) -> str:
    """As clean(), of one line or several in which each character can be printed."""
    return _printable(field, clean(field, text))


def printable_or_none(field: str, text: str | None) -> str | None:
    kept = clean_or_none(field, text)
    return None if kept is None else _printable(field, kept)


def _printable(field: str, text: str) -> str:
    if not text.replace("\n", " ").isprintable():
        raise invalid_field(field, "field_invalid", f"{field} holds characters that cannot be printed")
    return text
