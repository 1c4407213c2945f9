"""Check the day on which a payout is to leave."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.local_day import today


def leaves_later(day: date | None, zone: ZoneInfo, furthest: int) -> bool:
    """Return whether a payout waits for a later day; None is now.

    Args:
        zone: the merchant's.
        furthest: most days ahead.

    Raises:
        ApiError: 400 ``scheduled_for``: ``day_in_past`` or ``day_too_far``.
    """
    if day is None:
        return False
    today_there = today(zone)
    if day < today_there:
        raise invalid_field("scheduled_for", "day_in_past", f"today is {today_there.isoformat()} where the merchant is")
    if day > today_there + timedelta(days=furthest):
        raise invalid_field("scheduled_for", "day_too_far", f"at most {furthest} days ahead")
    return day > today_there
