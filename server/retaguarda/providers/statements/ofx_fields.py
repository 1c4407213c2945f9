"""Leaves of an OFX aggregate by name, and what they mean."""

from datetime import date

from retaguarda.providers.statements.amounts import loose
from retaguarda.providers.statements.days import ofx_day
from retaguarda.providers.statements.ofx_tags import Leaf, Tags
from retaguarda.providers.statements.unread import Unread

Fields = dict[str, Leaf]


def text_of(tags: Tags, fields: Fields, name: str) -> str:
    """
    Raises:
        Damaged: it cannot be decoded.
    """
    leaf = fields.get(name)
    return tags.text(leaf) if leaf is not None else ""


def amount_of(tags: Tags, fields: Fields, name: str, exponent: int) -> int | None:
    """None: it is not told.

    Raises:
        Damaged: it makes no sense, or two.
    """
    text = text_of(tags, fields, name)
    if not text:
        return None
    try:
        return loose(text, exponent)
    except Unread as unread:
        unread.at(fields[name].line, fields[name].column, name)


def day_of(tags: Tags, fields: Fields, name: str) -> date | None:
    """None: it is not told, or is all zeros.

    Raises:
        Damaged.
    """
    text = text_of(tags, fields, name)
    if not text.strip("0"):
        return None
    try:
        return ofx_day(text)
    except Unread as unread:
        unread.at(fields[name].line, fields[name].column, name)
