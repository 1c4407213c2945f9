"""The day as the people of a place count it, and as they write it."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

#: Where the Central Bank counts days: due dates, deadlines, the files of banks.
BRASILIA = ZoneInfo("America/Sao_Paulo")


def midnight(zone: ZoneInfo) -> datetime:
    """When today began."""
    return datetime.now(UTC).astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)


def today(zone: ZoneInfo) -> date:
    return datetime.now(UTC).astimezone(zone).date()


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def shown_day(day: date, language: str) -> str:
    """20/11/2026 in Portuguese, else 20 Nov 2026: as the screens write it, whatever locale the process runs in."""
    return f"{day:%d/%m/%Y}" if language == "pt" else f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def shown_time(at: datetime, language: str, *, seconds: bool = False) -> str:
    """20/11/2026 18:53 in Portuguese, else 20 Nov 2026, 18:53. ``at``: already in the time zone of whoever reads it."""
    between = " " if language == "pt" else ", "
    return f"{shown_day(at, language)}{between}{at:{'%H:%M:%S' if seconds else '%H:%M'}}"
