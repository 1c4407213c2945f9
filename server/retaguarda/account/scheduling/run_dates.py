"""Compute the moments at which a schedule runs. Pure functions."""

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from retaguarda.foundation.business_days import BeyondCalendar, Rule, adjust

Frequency = Literal["once", "daily", "weekly", "monthly"]

#: No schedule lies outside these days, and the search for a run ends here.
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)
#: Longer than any sequence of days without a business day.
_FURTHEST_MOVED = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The days and the hour at which a schedule runs.

    ``starts_on`` is the day of ``once``. ``weekday`` 1 (Monday) to 7 belongs to ``weekly``; ``day`` 1 to 31 to
    ``monthly``, and means the last day of a shorter month. ``starts_on`` and ``ends_on`` bound the planned days:
    the business-day rule may move a run past them. ``hour`` 0 to 23 is of the clock in ``time_zone`` (IANA).
    """

    frequency: Frequency
    starts_on: date
    time_zone: str
    hour: int
    rule: Rule = "none"
    ends_on: date | None = None
    weekday: int | None = None
    day: int | None = None


def next_runs(rhythm: Rhythm, after: datetime, count: int) -> list[datetime]:
    """Return the first runs later than ``after``, in UTC, strictly increasing; fewer when the schedule ends earlier.

    Two planned days that the rule moves to the same business day make one run. An hour that a clock change skips is
    taken as the hour after; one that it repeats, as its first occurrence.

    Raises:
        BeyondCalendar: not even the first run is within the calendar of business days.
    """
    runs = list[datetime]()
    try:
        for run in _runs(rhythm, after):
            if len(runs) == count:
                break
            runs.append(run)
    except BeyondCalendar:
        if not runs:
            raise
    return runs


def _runs(rhythm: Rhythm, after: datetime) -> Iterator[datetime]:
    zone, last = ZoneInfo(rhythm.time_zone), after
    for planned in _planned(rhythm, after.astimezone(zone).date() - _FURTHEST_MOVED):
        day = adjust(planned, rhythm.rule)
        run = datetime.combine(day, time(rhythm.hour), zone).astimezone(UTC)
        if run > last:
            last = run
            yield run


def _planned(rhythm: Rhythm, since: date) -> Iterator[date]:
    """Yield the planned days from ``since`` on, before the business-day rule moves them."""
    end = min(rhythm.ends_on or LAST_DAY, LAST_DAY)
    first = max(rhythm.starts_on, since)
    match rhythm.frequency:
        case "once":
            days = iter([rhythm.starts_on])
        case "daily":
            days = _every(first, end, 1)
        case "weekly":
            days = _every(first + timedelta(days=((rhythm.weekday or 1) - first.isoweekday()) % 7), end, 7)
        case "monthly":
            days = _monthly(first, end, rhythm.day or 1)
    return (day for day in days if rhythm.starts_on <= day <= end)


def _every(first: date, end: date, days: int) -> Iterator[date]:
    return (date.fromordinal(day) for day in range(first.toordinal(), end.toordinal() + 1, days))


def _monthly(first: date, end: date, day: int) -> Iterator[date]:
    year, month = first.year, first.month
    while (year, month) <= (end.year, end.month):
        yield date(year, month, min(day, calendar.monthrange(year, month)[1]))
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
