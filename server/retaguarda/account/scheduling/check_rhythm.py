"""Validate the rhythm of a schedule and compute its runs."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones

from retaguarda.account.scheduling.model import RhythmInput
from retaguarda.account.scheduling.run_dates import FIRST_DAY, LAST_DAY, Rhythm, next_runs
from retaguarda.foundation.business_days import BeyondCalendar
from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError, invalid_field


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def rhythm_of(given: RhythmInput) -> Rhythm:
    """Validate the input and return the rhythm.

    Raises:
        ApiError: 400 naming the field: one that the frequency needs is missing, one it has no use for is there, the end
            is before the start, or nobody knows the time zone.
    """
    for name, frequency in (("weekday", "weekly"), ("day", "monthly")):
        value = getattr(given, name)
        if given.frequency == frequency and value is None:
            raise invalid_field(name, "field_required", f"{name} is required with {frequency}")
        if given.frequency != frequency and value is not None:
            raise invalid_field(name, "not_allowed", f"{name} goes with {frequency} only")
    if given.time_zone not in _zones():
        raise invalid_field("time_zone", "not_allowed", "time_zone must be an IANA name, as America/Sao_Paulo")
    if not FIRST_DAY <= given.starts_on <= LAST_DAY:
        raise invalid_field("starts_on", "out_of_range", f"starts_on is from {FIRST_DAY} to {LAST_DAY}")
    if given.ends_on is not None and given.frequency == "once":
        raise invalid_field("ends_on", "not_allowed", "what happens once has no end")
    if given.ends_on is not None and not given.starts_on <= given.ends_on <= LAST_DAY:
        raise invalid_field("ends_on", "out_of_range", f"ends_on is from starts_on to {LAST_DAY}")
    return Rhythm(
        frequency=given.frequency,
        starts_on=given.starts_on,
        time_zone=given.time_zone,
        hour=given.hour,
        rule=given.rule,
        ends_on=given.ends_on,
        weekday=given.weekday,
        day=given.day,
    )


def stored_rhythm(row: Row) -> Rhythm:
    """Build the rhythm from a row of ``payment_schedule``, which was validated when it was written."""
    return Rhythm(**{name: row[name] for name in Rhythm.__dataclass_fields__})


def runs_ahead(rhythm: Rhythm, count: int, after: datetime | None = None) -> list[datetime]:
    """Return the next ``count`` runs after now, or after ``after``.

    Raises:
        ApiError: 400, when there is none, or when the calendar of business days does not reach so far.
    """
    try:
        runs = next_runs(rhythm, after or datetime.now(UTC), count)
    except BeyondCalendar as error:
        raise invalid_field("rule", "calendar_unknown", str(error)) from None
    if not runs:
        raise invalid_field("starts_on", "no_run_ahead", "no run of this is in the future")
    return runs


def run_after_next(row: Row) -> datetime | None:
    """Return the run after the next one; None if the next one is the last.

    Raises:
        ApiError: 409, when the calendar of business days does not reach so far.
    """
    try:
        return next(iter(next_runs(stored_rhythm(row), row["next_run"], 1)), None)
    except BeyondCalendar as error:
        raise ApiError(409, "calendar_unknown", str(error)) from None
