"""Parse cron schedules, five fields by the clock of a time zone, and compute their moments."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from croniter import CroniterBadDateError, CroniterError, croniter

from retaguarda.foundation.errors import invalid_field

LONGEST = 100
#: Error key of each of the five fields, and what the field may hold.
_FIELD_RANGES = {
    "schedule_minute": "0 to 59",
    "schedule_hour": "0 to 23",
    "schedule_day": "1 to 31",
    "schedule_month": "1 to 12, or jan to dec",
    "schedule_weekday": "0 to 7, or sun to sat",
}
#: Reject extensions of other dialects: L, W, # and @ differ between them, H and R are random.
_PART = re.compile(r"(?:\*|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3}))?)(?:/\d{1,2})?")


@lru_cache(1_000)
def _zone(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name in available_timezones() else None


def check_schedule(schedule: str, time_zone: str) -> str:
    """Validate a schedule. Return it in lower case with single spaces.

    Raises:
        ApiError: 400 naming the invalid field of the five; ``schedule_never`` for 31 February; or the time zone.
    """
    if _zone(time_zone) is None:
        raise invalid_field("time_zone", "time_zone_unknown", f"{time_zone[:60]!r} is no time zone of the IANA")
    fields = schedule.lower().split()
    if len(schedule) > LONGEST or len(fields) != len(_FIELD_RANGES):
        raise invalid_field(
            "schedule", "schedule_five_fields", "a schedule has five fields: minute, hour, day, month and weekday"
        )
    for position, (field, error_key) in enumerate(zip(fields, _FIELD_RANGES, strict=True)):
        if not _is_valid_field(position, field):
            error = f"field {position + 1} is {field[:40]!r}: {_FIELD_RANGES[error_key]}, *, lists, ranges and steps"
            raise invalid_field("schedule", error_key, error)
    normalised = " ".join(fields)
    try:
        next(runs_after(normalised, time_zone, datetime.now(UTC)))
    except CroniterBadDateError:
        raise invalid_field("schedule", "schedule_never", "this day never comes") from None
    return normalised


def _is_valid_field(position: int, field: str) -> bool:
    if not all(_PART.fullmatch(part) for part in field.split(",")):
        return False
    try:
        croniter.expand(" ".join("*" if other != position else field for other in range(len(_FIELD_RANGES))))
    except CroniterError:
        return False
    return True


def runs_after(schedule: str, time_zone: str, after: datetime) -> Iterator[datetime]:
    """Yield the moments after this one, in UTC.

    A wall-clock time that a change to summer time skips comes right after the gap; one that occurs twice runs once,
    unless the schedule runs every hour.

    Raises:
        CroniterBadDateError: there is none within fifty years.
    """
    zone = _zone(time_zone)
    assert zone is not None
    moments = croniter(schedule, after.astimezone(zone))
    hourly = "*" in schedule.split()[1]
    while True:
        at: datetime = moments.get_next(datetime).astimezone(UTC)
        if hourly or not at.astimezone(zone).fold:
            yield at


def latest_before(schedule: str, time_zone: str, moment: datetime) -> datetime:
    """Return the last moment of the schedule that is not after this one, in UTC."""
    zone = _zone(time_zone)
    assert zone is not None
    if croniter.match(schedule, moment.astimezone(zone)):
        return moment.replace(second=0, microsecond=0)
    return croniter(schedule, moment.astimezone(zone)).get_prev(datetime).astimezone(UTC)


def next_runs(schedule: str, time_zone: str, after: datetime, count: int) -> list[datetime]:
    moments = runs_after(schedule, time_zone, after)
    return [next(moments) for _ in range(count)]
