"""Texts of camt.053 with their places, and what they mean."""

from datetime import date

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.amounts import strict
from retaguarda.providers.statements.days import iso_day
from retaguarda.providers.statements.unread import Unread

#: Line and column, from one.
Place = tuple[int, int]
#: A text, where it stands, and the currency beside it.
Slot = tuple[str, Place, str]
Slots = dict[str, Slot]

_NOT_PROVIDED = ("NOTPROVIDED", "NOT PROVIDED", "NONREF")


def text_of(slots: Slots, name: str) -> str:
    slot = slots.get(name)
    return slot[0] if slot is not None else ""


def either(slots: Slots, *names: str) -> str:
    """The first that says something."""
    for name in names:
        slot = slots.get(name)
        if slot is not None and slot[0].upper() not in _NOT_PROVIDED:
            return slot[0]
    return ""


def kind_of(slots: Slots) -> str:
    """Domain, family and sub-family; the bank's own code where it tells none of them."""
    domain = text_of(slots, "entry.domain")
    if not domain:
        return text_of(slots, "entry.own_code")
    return f"{domain}.{text_of(slots, 'entry.family')}.{text_of(slots, 'entry.sub_family')}"


def count_of(slots: Slots, name: str) -> int | None:
    """
    Raises:
        Damaged: no number.
    """
    slot = slots.get(name)
    if slot is None:
        return None
    if not (slot[0].isascii() and slot[0].isdigit() and len(slot[0]) <= 15):
        raise Damaged("not_a_number", *slot[1], name)
    return int(slot[0])


def sum_of(slots: Slots, name: str, exponent: int) -> int | None:
    """
    Raises:
        Damaged: no amount.
    """
    slot = slots.get(name)
    if slot is None:
        return None
    try:
        return strict(slot[0], exponent, ".")
    except Unread as unread:
        unread.at(*slot[1], name)


def amount_of(slots: Slots, scope: str, at: Place, currency: str, exponent: int) -> int:
    """The amount of a balance or an entry with its sign; ``at``: where that begins.

    Raises:
        Damaged.
    """
    amount, sign = slots.get(f"{scope}.amount"), slots.get(f"{scope}.sign")
    if amount is None or sign is None:
        raise Damaged("field_missing", *at, "Amt" if amount is None else "CdtDbtInd")
    text, place, own = amount
    if own != currency:
        Unread("currency_differs", own).at(*place)
    try:
        read = strict(text, exponent, ".")
    except Unread as unread:
        unread.at(*place, "Amt")
    if sign[0] == "CRDT":
        return read
    if sign[0] != "DBIT":
        Unread("unknown_sign", sign[0]).at(*sign[1], "CdtDbtInd")
    return -read


def day_of(slots: Slots, name: str) -> date | None:
    """
    Raises:
        Damaged: no day.
    """
    slot = slots.get(name)
    if slot is None:
        return None
    try:
        return iso_day(slot[0])
    except Unread as unread:
        unread.at(*slot[1], name)
