"""Amounts as files write them, as whole minor units; what may mean two amounts means none. No float anywhere."""

import re

from retaguarda.foundation.currencies import EXPONENT
from retaguarda.providers.statements.model import LARGEST
from retaguarda.providers.statements.unread import Unread

#: What nearly every amount looks like.
_USUAL = re.compile(r"(-)?([0-9]{1,15})([.,])([0-9]{2})")
_SIGNED = re.compile(r"(\()?([+\-\u2212]?)[ \u00a0]*([0-9][0-9., '\u00a0\u202f]*?)[ \u00a0]*([+\-\u2212]?)(\))?")
_BARE = re.compile(r"([0-9]{1,40})(?:([.,])([0-9]{1,20}))?")
_GROUPED = re.compile(r"([0-9]{1,3}(?:([., '\u00a0\u202f])[0-9]{3})(?:\2[0-9]{3})*)(?:([.,])([0-9]{1,20}))?")
#: No amount needs more places; a pattern must not be led through a page.
_LONGEST = 64
_STRICT = {mark: re.compile(rf"([0-9]{{1,40}})(?:[{mark}]([0-9]{{0,20}}))?") for mark in (".", ",")}


def exponent_of(currency: str) -> int:
    """How many decimals the currency has.

    Raises:
        Unread: ISO 4217 knows no such code.
    """
    try:
        return EXPONENT[currency]
    except KeyError:
        raise Unread("unknown_currency", currency) from None


def strict(text: str, exponent: int, mark: str) -> int:
    """An unsigned amount without groups and with this decimal mark: 1500.25 in camt, 1500,25 in MT940.

    Raises:
        Unread.
    """
    found = _STRICT[mark].fullmatch(text)
    if found is None:
        raise Unread("not_an_amount", text)
    return _scaled(text, found[1], found[2] or "", exponent)


def loose(text: str, exponent: int, mark: str = "") -> int:
    """A signed amount as people and Brazilian banks write it. ``mark``: the decimal mark, empty where the file names none.

    A group of three after a single mark may be thousands or decimals: 1.234 is refused, but where the currency has three
    decimals and the mark is its own.

    Raises:
        Unread.
    """
    usual = _USUAL.fullmatch(text)
    if usual is not None and exponent == 2 and usual[3] == (mark or usual[3]):
        amount = int(usual[2]) * 100 + int(usual[4])
        return -amount if usual[1] else amount
    signed = _SIGNED.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if signed is None or bool(signed[1]) != bool(signed[5]) or sum(bool(signed[i]) for i in (1, 2, 4)) > 1:
        raise Unread("not_an_amount", text)
    amount = _unsigned(text, signed[3], exponent, mark)
    return -amount if signed[1] or (signed[2] or signed[4]) in ("-", "\u2212") else amount


def _unsigned(text: str, digits: str, exponent: int, mark: str) -> int:
    found = _BARE.fullmatch(digits)
    if found:
        whole, own, decimals = found[1], found[2], found[3] or ""
        looks_grouped = len(decimals) == 3 and len(whole) <= 3 and not whole.startswith("0")
        if own is None or (own == (mark or own) and not (looks_grouped and exponent != 3)):
            return _scaled(text, whole, decimals, exponent)
        if looks_grouped and own != mark and mark and not exponent:
            return _scaled(text, whole + decimals, "", exponent)
        code = "ambiguous_amount" if looks_grouped else "other_decimal_mark"
        raise Unread(code, text)
    found = _GROUPED.fullmatch(digits)
    if found is None or found[2] in (mark, found[3]) or (found[3] and mark and found[3] != mark):
        raise Unread("not_an_amount", text)
    return _scaled(text, re.sub(r"[^0-9]", "", found[1]), found[4] or "", exponent)


def _scaled(text: str, whole: str, decimals: str, exponent: int) -> int:
    if decimals[exponent:].strip("0"):
        raise Unread("too_many_decimals", text)
    amount = int(whole + decimals[:exponent].ljust(exponent, "0"))
    if amount > LARGEST:
        raise Unread("amount_too_large", text)
    return amount
