"""The day as the people of a place count it."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

#: Where the Central Bank counts days: due dates, deadlines, the files of banks.
BRASILIA = ZoneInfo("America/Sao_Paulo")


def midnight(zone: ZoneInfo) -> datetime:
    """When today began."""
    return datetime.now(UTC).astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)


def today(zone: ZoneInfo) -> date:
    return datetime.now(UTC).astimezone(zone).date()
