"""Days as files write them. A day has no zone: it is the one that the bank wrote, whatever zone stands behind it."""

import re
from calendar import monthrange
from datetime import date
from functools import lru_cache

from retaguarda.providers.statements.unread import Unread

_OFX = re.compile(
    r"([0-9]{4})([0-9]{2})([0-9]{2})(?:[0-9]{2}(?:[0-9]{2}(?:[0-9]{2}(?:\.[0-9]{1,6})?)?)?)?"
    r"(?: ?\[[+-]?[0-9]{1,2}(?:\.[0-9]{1,2})?(?::[A-Za-z]{1,8})?\])?"
)
_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?"
)
_SHORT = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})")
_TIME = r"(?:[ T]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?: ?[AaPp][Mm])?)?"
_PLACES = {"YYYY": "(?P<y>[0-9]{4})", "YY": "(?P<y>[0-9]{2})", "MM": "(?P<m>[0-9]{1,2})", "DD": "(?P<d>[0-9]{1,2})"}


@lru_cache(1_024)
def ofx_day(text: str) -> date:
    """20261119000000[-3:BRT] is 19 November.

    Raises:
        Unread.
    """
    return _day(_OFX.fullmatch(text), text)


@lru_cache(1_024)
def iso_day(text: str) -> date:
    """2026-11-19, with or without time and zone.

    Raises:
        Unread.
    """
    return _day(_ISO.fullmatch(text), text)


@lru_cache(1_024)
def short_day(text: str) -> date:
    """YYMMDD of MT940; years from 80 on are of the last century.

    Raises:
        Unread.
    """
    found = _SHORT.fullmatch(text)
    return _made(_century(found[1]), found[2], found[3], text) if found else _day(None, text)


@lru_cache(1_024)
def booked_near(text: str, value_on: date) -> date:
    """MMDD in the year that puts it nearest to its value day.

    Raises:
        Unread.
    """
    days = list[date]()
    for year in (value_on.year - 1, value_on.year, value_on.year + 1):
        try:
            days.append(date(year, int(text[:2]), int(text[2:])))
        except ValueError:
            continue
    if not days:
        raise Unread("not_a_date", text)
    return min(days, key=lambda day: abs(day - value_on))


def end_of_february(text: str) -> date | None:
    """The last day of February for YY0229 and YY0230, which banks write that count thirty days for each month."""
    if text[2:] not in ("0229", "0230") or not text.isdigit():
        return None
    year = _century(text[:2])
    return date(year, 2, monthrange(year, 2)[1])


@lru_cache(64)
def pattern_of(form: str) -> re.Pattern[str]:
    """A pattern for DD/MM/YYYY and the like; a time may follow.

    Raises:
        ValueError: the form lacks a part, names one twice, or has other letters.
    """
    parts = re.split(r"(YYYY|YY|MM|DD)", form)
    if sorted(part[0] for part in parts[1::2]) != ["D", "M", "Y"] or re.search(r"[A-Za-z0-9]", "".join(parts[::2])):
        raise ValueError(f"no form of a day: {form}")
    # Without anything between them, places are told apart by their width alone.
    tight = not all(parts[2:-1:2])
    pattern = "".join(_PLACES.get(part) or re.escape(part) for part in parts)
    return re.compile((pattern.replace("{1,2}", "{2}") if tight else pattern) + _TIME)


@lru_cache(4_096)
def formed_day(text: str, form: str) -> date:
    """A day in the form that a mapping names.

    Raises:
        Unread.
    """
    found = pattern_of(form).fullmatch(text)
    if found is None:
        raise Unread("not_a_date", text)
    year = int(found["y"]) if len(found["y"]) == 4 else _century(found["y"])
    return _made(year, found["m"], found["d"], text)


def _century(year: str) -> int:
    return int(year) + (1900 if int(year) >= 80 else 2000)


def _day(found: re.Match[str] | None, text: str) -> date:
    if found is None:
        raise Unread("not_a_date", text)
    return _made(int(found[1]), found[2], found[3], text)


def _made(year: int, month: str, day: str, text: str) -> date:
    if not 1900 <= year <= 2199:
        raise Unread("not_a_date", text)
    try:
        return date(year, int(month), int(day))
    except ValueError:
        raise Unread("not_a_date", text) from None
