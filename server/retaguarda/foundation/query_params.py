"""Parse moments, days and choices from the query of a request."""

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.request import Request

_EARLIEST = date(1900, 1, 1)


def given_of(request: Request, allowed: Collection[str]) -> dict[str, str]:
    """Return the query parameters of a request.

    Raises:
        ApiError: 400 ``unknown_column``, naming what is allowed.
    """
    given = dict(request.query)
    for name in given:
        if name not in allowed:
            raise ApiError(400, "unknown_column", f"{name[:100]!r} is not known here; allowed: {', '.join(allowed)}")
    return given


def moment_of(given: Mapping[str, str], name: str) -> datetime | None:
    """Parse a moment with a time zone that is not in the future; None when it is missing.

    Raises:
        ApiError: 400, this field.
    """
    raw = given.get(name, "")
    if not raw:
        return None
    try:
        # A plus sign in a URL decodes to a space.
        at = datetime.fromisoformat(raw.replace(" ", "+"))
    except ValueError:
        raise invalid_field(name, "moment_invalid", f"{name} must be a moment like 2026-11-20T14:30:00-03:00") from None
    if at.tzinfo is None:
        raise invalid_field(name, "moment_invalid", f"{name} must say its zone, like 2026-11-20T14:30:00-03:00")
    if at.date() <= _EARLIEST or at > datetime.now(UTC):
        raise invalid_field(name, "moment_in_future", f"{name} must be a moment of the past")
    return at


def day_of(given: Mapping[str, str], name: str, today: date) -> date:
    """Parse a day that has begun.

    Raises:
        ApiError: 400, this field.
    """
    try:
        day = date.fromisoformat(given.get(name, ""))
    except ValueError:
        raise invalid_field(name, "day_invalid", f"{name} must be a day like 2026-11-20") from None
    if not _EARLIEST <= day <= today:
        raise invalid_field(name, "moment_in_future", f"{name} must be a day that has begun")
    return day


def id_of(given: Mapping[str, str], name: str) -> UUID | None:
    """Parse an id; None when it is missing.

    Raises:
        ApiError: 400, this field.
    """
    raw = given.get(name)
    if not raw:
        return None
    try:
        return UUID(raw)
    except ValueError:
        raise invalid_field(name, "field_invalid", f"{name} must be an id, a UUID") from None


def choice_of(given: Mapping[str, str], name: str, choices: Collection[str], default: str = "") -> str:
    """Parse one of ``choices``.

    Raises:
        ApiError: 400, this field.
    """
    value = given.get(name) or default
    if value not in choices:
        raise invalid_field(name, "not_allowed", f"{name} must be one of {', '.join(choices)}")
    return value


async def zone_of(tx: Tx, company: int) -> ZoneInfo:
    """Return the merchant's time zone, which decides where its days begin and end."""
    return ZoneInfo(await tx.value("select time_zone from company where id = %(id)s", {"id": company}))


def start_of(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone).astimezone(UTC)


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """Return the first moment after the day; some days have 23 hours."""
    return start_of(day + timedelta(days=1), zone)
