"""Brazilian banking business days: Monday to Friday, without the national banking holidays (FEBRABAN, ANBIMA).

Pix itself runs on every day. Ash Wednesday, 24 and 31 December are business days with short hours.
"""

import json
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Literal

#: Where to move something planned for a day that is not a business day; ``none`` leaves it there.
Rule = Literal["previous", "next", "none"]

_FILE = Path(__file__).with_name("br-bank-holidays-2024-2032.json")
_DAY = timedelta(days=1)


class BeyondCalendar(ValueError):
    """The calendar does not know the holidays of this year. ``str()`` names its first and last day."""


@cache
def holidays() -> frozenset[date]:
    """Returns every banking holiday that the calendar knows."""
    return frozenset(date.fromisoformat(each["date"]) for each in json.loads(_FILE.read_text())["holidays"])


@cache
def calendar_range() -> tuple[date, date]:
    """Returns the first and the last day of the calendar."""
    years = {day.year for day in holidays()}
    return date(min(years), 1, 1), date(max(years), 12, 31)


def is_business_day(day: date) -> bool:
    """Returns whether banks work on this day.

    Raises:
        BeyondCalendar: the calendar does not know this year.
    """
    first, last = calendar_range()
    if not first <= day <= last:
        raise BeyondCalendar(f"holidays are known from {first} to {last}, not for {day}")
    return day.weekday() < 5 and day not in holidays()


def next_business_day(day: date) -> date:
    """Returns the day itself if it is a business day, else the next one.

    Raises:
        BeyondCalendar: the calendar does not know this year.
    """
    while not is_business_day(day):
        day += _DAY
    return day


def previous_business_day(day: date) -> date:
    """Returns the day itself if it is a business day, else the one before.

    Raises:
        BeyondCalendar: the calendar does not know this year.
    """
    while not is_business_day(day):
        day -= _DAY
    return day


def add_business_days(day: date, count: int) -> date:
    """Returns the ``count``-th business day after a day, which itself is not counted.

    Raises:
        BeyondCalendar: the calendar does not know one of the years.
        ValueError: a negative count.
    """
    if count < 0:
        raise ValueError("business days are counted forwards")
    for _ in range(count):
        day = next_business_day(day + _DAY)
    return day


def business_days_left(today: date, due: date) -> int:
    """Returns how many business days lie after today, up to and with the due day; below zero when it has passed.

    Raises:
        BeyondCalendar: the calendar does not know one of the years.
    """
    first, last, sign = (today, due, 1) if today <= due else (due, today, -1)
    days = (first + _DAY * number for number in range(1, (last - first).days + 1))
    return sign * sum(is_business_day(day) for day in days)


def adjust(day: date, rule: Rule) -> date:
    """Returns the day on which something planned for ``day`` happens.

    Raises:
        BeyondCalendar: the rule needs holidays of an unknown year; never with ``none``.
    """
    if rule == "none":
        return day
    return next_business_day(day) if rule == "next" else previous_business_day(day)
