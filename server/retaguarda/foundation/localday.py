"""The day as the people of a place count it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def midnight(zone: str) -> datetime:
    """When today began in a time zone (IANA's name)."""
    return datetime.now(UTC).astimezone(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0)
