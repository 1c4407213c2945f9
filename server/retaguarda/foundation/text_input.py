"""Cleans text that people typed."""

from typing import Annotated

import msgspec

from retaguarda.foundation.errors import invalid_field

#: Why a person did something, in their words, for whoever investigates later.
Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=500)]


class ReasonInput(msgspec.Struct, forbid_unknown_fields=True):
    """The input of a Command that only asks for a reason."""

    reason: Reason


def clean(field: str, text: str) -> str:
    """Strips the text.

    Raises:
        ApiError: 400 for only white space, or a zero character.
    """
    cleaned = clean_or_none(field, text)
    if cleaned is None:
        raise invalid_field(field, "field_required", f"{field} is only white space")
    return cleaned


def clean_or_none(field: str, text: str | None) -> str | None:
    """As clean(), for optional text: None when nothing is left.

    Raises:
        ApiError: 400 for a zero character, which Postgres text cannot hold.
    """
    if text is not None and "\x00" in text:
        raise invalid_field(field, "field_invalid", f"{field} holds a zero character")
    return text.strip() or None if text is not None else None


def printable(field: str, text: str) -> str:
    """As clean(), and requires every character but line breaks to be printable."""
    return _printable(field, clean(field, text))


def printable_or_none(field: str, text: str | None) -> str | None:
    cleaned = clean_or_none(field, text)
    return None if cleaned is None else _printable(field, cleaned)


def _printable(field: str, text: str) -> str:
    if not text.replace("\n", " ").isprintable():
        raise invalid_field(field, "field_invalid", f"{field} holds characters that cannot be printed")
    return text
