"""When a case is due: business or calendar days after the day on which it was opened, by the rule it began under."""

from datetime import date, datetime, timedelta
from typing import Literal

import msgspec

from retaguarda.cases.model import FileKind
from retaguarda.foundation.business_days import add_business_days, business_days_left
from retaguarda.foundation.database import Tx
from retaguarda.foundation.local_day import BRASILIA

Unit = Literal["business", "calendar"]


class Clock(msgspec.Struct, frozen=True):
    """``days`` until the answer is due; ``extension`` more, once; 0: none. ``norm`` says who demands it."""

    valid_from: date
    unit: Unit
    days: int
    extension: int
    norm: str


def local_day(at: datetime) -> date:
    """Returns the day in Brasília, where deadlines are counted."""
    return at.astimezone(BRASILIA).date()


def due_day(opened: date, unit: Unit, days: int) -> date:
    """Returns the last day for an answer; the day of opening is not counted.

    Raises:
        BeyondCalendar: the holidays of that year are not known.
    """
    return add_business_days(opened, days) if unit == "business" else opened + timedelta(days=days)


def days_left(today: date, due: date, unit: Unit) -> int:
    """Returns the days that are left, today not counted; below zero when it is overdue."""
    if unit == "calendar":
        return (due - today).days
    left = business_days_left(today, due)
    # What was due on Friday is overdue on Saturday, though no business day has passed.
    return min(left, -1) if due < today else left


async def clock_for(tx: Tx, kind: FileKind, opened: date) -> Clock:
    """Returns the rule that is in force on a day."""
    row = await tx.one(
        "select valid_from, unit, days, extension, norm from case_clock where kind = %(kind)s and valid_from <= %(day)s"
        " order by valid_from desc limit 1",
        {"kind": kind, "day": opened},
    )
    return msgspec.convert(row, Clock)


async def clock_of(tx: Tx, kind: FileKind, valid_from: date) -> Clock:
    """Returns the rule that a case began under."""
    row = await tx.one(
        "select valid_from, unit, days, extension, norm from case_clock"
        " where kind = %(kind)s and valid_from = %(from)s",
        {"kind": kind, "from": valid_from},
    )
    return msgspec.convert(row, Clock)
