"""The days of the tests. Whoever needs one takes it from here: the day of the machine is another one for three hours of each.

A merchant's days, and those that the Central Bank counts, are those of São Paulo: from midnight to three in the morning of
UTC it is still yesterday there.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("America/Sao_Paulo")


def today(away: int = 0) -> date:
    """Today where the merchants are, or so many days away."""
    return datetime.now(UTC).astimezone(ZONE).date() + timedelta(days=away)
