"""The cycles of a recurrence: the first begins on its first day, each next one a week or so many months later."""

import calendar
from datetime import date, timedelta

from retaguarda.providers.pix.recurrence_codes import Periodicity

_MONTHS = {"MENSAL": 1, "TRIMESTRAL": 3, "SEMESTRAL": 6, "ANUAL": 12}


def start_of(first: date, periodicity: Periodicity, cycle: int) -> date:
    """The day a cycle begins, which is also when it is usually due; 0 is the first. A day that a month does not have
    becomes its last, and the month after has it again."""
    if periodicity == "SEMANAL":
        return first + timedelta(weeks=cycle)
    months = first.month - 1 + cycle * _MONTHS[periodicity]
    year, month = first.year + months // 12, months % 12 + 1
    return date(year, month, min(first.day, calendar.monthrange(year, month)[1]))


def cycle_of(first: date, periodicity: Periodicity, day: date) -> int:
    """The cycle a day lies in; negative before the first."""
    if periodicity == "SEMANAL":
        return (day - first).days // 7
    cycle = ((day.year - first.year) * 12 + day.month - first.month) // _MONTHS[periodicity]
    return cycle if start_of(first, periodicity, cycle) <= day else cycle - 1
