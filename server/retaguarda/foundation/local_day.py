"""Calendar days and times in a time zone, and how the screens format them."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

#: The Central Bank's time zone: due dates, deadlines, bank files.
BRASILIA = ZoneInfo("America/Sao_Paulo")


def midnight(zone: ZoneInfo) -> datetime:
    """Returns when today began."""
    return datetime.now(UTC).astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)


def today(zone: ZoneInfo) -> date:
    return datetime.now(UTC).astimezone(zone).date()


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_day(day: date, language: str) -> str:
    """Formats as the screens do, whatever the process locale: 20/11/2026 in Portuguese, else 20 Nov 2026."""
    return f"{day:%d/%m/%Y}" if language == "pt" else f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def format_time(at: datetime, language: str, *, seconds: bool = False) -> str:
    """Formats 20/11/2026 18:53 in Portuguese, else 20 Nov 2026, 18:53. ``at`` is already in the reader's time zone."""
    between = " " if language == "pt" else ", "
    return f"{format_day(at, language)}{between}{at:{'%H:%M:%S' if seconds else '%H:%M'}}"
