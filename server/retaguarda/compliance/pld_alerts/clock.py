"""The terms of the law as data: selection, analysis and communication, by calendar or business days of Brasília."""

from datetime import date, datetime, timedelta

import msgspec

from retaguarda.cases.clock import Unit, days_left, due_day, local_day
from retaguarda.foundation.database import Tx


class Term(msgspec.Struct, frozen=True):
    """``certain``: the text of the norm was read."""

    code: str
    unit: Unit
    days: int
    norm: str
    certain: bool


async def term_of(tx: Tx, code: str, day: date) -> Term:
    """The term that is in force on a day."""
    row = await tx.one(
        "select code, unit, days, norm, certain from pld_clock where code = %(code)s and valid_from <= %(day)s"
        " order by valid_from desc limit 1",
        {"code": code, "day": day},
    )
    return msgspec.convert(row, Term)


def due_of(term: Term, at: datetime) -> date:
    """The last day of a term that began at a moment; the day of beginning is not counted."""
    return due_day(local_day(at), term.unit, term.days)


def communication_due(decided: datetime, term: Term) -> date:
    """The earlier of two: the Central Bank's next business day, and the 24 hours of Lei 9.613, which a weekend does not stop."""
    return min(due_of(term, decided), local_day(decided + timedelta(hours=24)))


def left(today: date, due: date, term: Term) -> int:
    return days_left(today, due, term.unit)
