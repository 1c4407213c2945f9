"""Fields 60, 61 and 62 of MT940."""

import re
from datetime import date

import msgspec

from retaguarda.providers.statements.amounts import exponent_of, strict
from retaguarda.providers.statements.days import booked_near, end_of_february, short_day
from retaguarda.providers.statements.model import Balance
from retaguarda.providers.statements.unread import Unread

_BALANCE = re.compile(r"([CD])([0-9]{6})([A-Z]{3})([0-9,]{1,40})")
_ENTRY = re.compile(r"([0-9]{6})([0-9]{4})?(R?)([CD])([A-Z])?([0-9][0-9,]{0,39})([A-Z][A-Z0-9]{3})(.*)")


class Entry(msgspec.Struct, frozen=True):
    """Field 61. ``bent``: the value day was a 29th or 30th of February that is none."""

    value_on: date
    booked_on: date
    amount: int
    reversal: bool
    kind: str
    own_reference: str
    reference: str
    bent: bool
    has_comma: bool


def read_balance(text: str, currency: str) -> tuple[str, Balance]:
    """Currency and balance; ``currency``: what it has to be, empty for any.

    Raises:
        Unread.
    """
    found = _BALANCE.fullmatch(text)
    if found is None:
        raise Unread("not_a_balance", text)
    if currency and found[3] != currency:
        raise Unread("currency_differs", found[3])
    amount = strict(found[4], exponent_of(found[3]), ",")
    return found[3], Balance(amount if found[1] == "C" else -amount, short_day(found[2]))


def read_entry(text: str, exponent: int) -> Entry:
    """
    Raises:
        Unread.
    """
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise Unread("not_an_entry", text)
    value, booked, taken_back, mark, _, written, kind, references = found.groups()
    bent = None
    try:
        value_on = short_day(value)
    except Unread:
        value_on = bent = end_of_february(value)
        if value_on is None:
            raise
    amount = strict(written, exponent, ",")
    own, _, reference = references.partition("//")
    own = own.strip()
    return Entry(
        value_on=value_on,
        booked_on=booked_near(booked, value_on) if booked else value_on,
        # Taking a credit back takes money, and the other way round.
        amount=amount if (mark == "C") != bool(taken_back) else -amount,
        reversal=bool(taken_back),
        kind=kind,
        own_reference="" if own.upper() == "NONREF" else own,
        reference=reference.strip(),
        bent=bent is not None,
        has_comma="," in written,
    )
