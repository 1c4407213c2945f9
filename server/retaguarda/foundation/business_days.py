"""Days on which banks in Brazil work: Monday to Friday, without the national banking holidays (FEBRABAN, ANBIMA).

Pix itself runs on every day. Ash Wednesday, 24 and 31 December are working days with short hours.
"""

import json
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Literal

#: What becomes of something planned on a day that is no business day; ``none``: it stays.
Rule = Literal["previous", "next", "none"]

_FILE = Path(__file__).with_name("br-bank-holidays-2024-2032.json")
_DAY = timedelta(days=1)


class BeyondCalendar(ValueError):
    """A day of a year whose holidays are not known here. ``str()`` names the first and the last day that are."""


@cache
def _holidays() -> frozenset[date]:
    return frozenset(date.fromisoformat(each["date"]) for each in json.loads(_FILE.read_text())["holidays"])


@cache
def known() -> tuple[date, date]:
    """The first and the last day of the calendar."""
    years = {day.year for day in _holidays()}
    return date(min(years), 1, 1), date(max(years), 12, 31)


def is_business_day(day: date) -> bool:
    """
    Raises:
        BeyondCalendar.
    """
    first, last = known()
    if not first <= day <= last:
        raise BeyondCalendar(f"holidays are known from {first} to {last}, not for {day}")
    return day.weekday() < 5 and day not in _holidays()


def next_business_day(day: date) -> date:
    """The day itself when it is one, else the next.

    Raises:
        BeyondCalendar.
    """
    while not is_business_day(day):
        day += _DAY
    return day


def previous_business_day(day: date) -> date:
    """The day itself when it is one, else the one before.

    Raises:
        BeyondCalendar.
    """
    while not is_business_day(day):
        day -= _DAY
    return day


def adjust(day: date, rule: Rule) -> date:
    """The day on which something planned for ``day`` happens.

    Raises:
        BeyondCalendar: the rule needs holidays that are not known; never with ``none``.
    """
    if rule == "none":
        return day
    return next_business_day(day) if rule == "next" else previous_business_day(day)
