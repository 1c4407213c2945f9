"""Limit how much may leave in a day and in a night, by the merchant's own limits and its settings of payouts: every way
out counts together.

The day is the merchant's; a withdrawal counts on the day it leaves. The night lasts from 20:00 to 6:00 (the hours of
Resolução BCB 142/2021); it counts what is requested during the night to leave at once, or on the day the night ends on,
which begins at midnight. Withdrawals scheduled for later, or requested by day, do not count in it. Failed and cancelled
withdrawals do not count, nor does the fee. Of a batch that is authorised, lines count before they are payouts.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.query_params import end_of, start_of, zone_of

DUSK, DAWN = time(20), time(6)


@dataclass(frozen=True, slots=True)
class Limit:
    """Minor units. ``left`` is never below zero."""

    most: int
    left: int

    def __str__(self) -> str:
        return f"at most {self.most} minor units leave, and {self.left} of them are left"


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no such limit, or it is day."""

    day: Limit | None
    night: Limit | None

    def within(self, amount: int) -> int:
        """Cap an amount at what may leave; keep it whole when nothing may, so that the request is refused with its
        reason."""
        return min([amount, *(each.left for each in (self.day, self.night) if each and each.left)])


async def refuse_beyond_limits(tx: Tx, company: int, amount: int, planned: date | None) -> None:
    """Refuse an amount above what is left of the limits.

    Args:
        planned: the later day on which it leaves; None: at once.

    Raises:
        ApiError: 400 ``amount``: ``transfer_day_limit`` or ``transfer_night_limit``.
    """
    limits = await limits_of(tx, company, planned)
    if limits.day and amount > limits.day.left:
        raise invalid_field("amount", "transfer_day_limit", f"on one day {limits.day}")
    if limits.night and amount > limits.night.left:
        raise invalid_field(
            "amount", "transfer_night_limit", f"in one night, {DUSK:%H:%M} to {DAWN:%H:%M}, {limits.night}"
        )


async def limits_of(tx: Tx, company: int, planned: date | None = None) -> Limits:
    """Return the limits for a withdrawal that leaves on the day ``planned``, or at once."""
    row = await tx.one(
        "select day_most as day, night_most as night from payout_rules(%(company)s)",
        {"company": company},
    )
    assert row is not None
    if row["day"] is None and row["night"] is None:
        return Limits(None, None)
    # Take the lock: of two concurrent requests the second waits and counts the first.
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('withdrawal_limits', %(id)s))", {"id": company})
    zone = await zone_of(tx, company)
    now = datetime.now(UTC).astimezone(zone)
    dusk = _counting_night(night_of(now), planned)
    sums = await tx.one(_SUMS, _sum_params(company, planned or now.date(), zone, dusk))
    assert sums is not None
    return Limits(_limit(row["day"], sums["day"]), _limit(row["night"], sums["night"]) if dusk else None)


def night_of(now: datetime) -> datetime | None:
    """Return the start of the night that contains a local moment; None by day."""
    if now.time() >= DUSK:
        return datetime.combine(now.date(), DUSK, now.tzinfo)
    if now.time() < DAWN:
        return datetime.combine(now.date() - timedelta(days=1), DUSK, now.tzinfo)
    return None


def _counting_night(dusk: datetime | None, planned: date | None) -> datetime | None:
    """Return the night that a withdrawal requested now counts in: it leaves before the night is over or on the day it
    ends on."""
    return None if dusk and planned and planned > _dawn_of(dusk) else dusk


def _dawn_of(dusk: datetime) -> date:
    return dusk.date() + timedelta(days=1)


def _limit(most: int | None, used: int) -> Limit | None:
    return None if most is None else Limit(most, max(0, most - used))


def _sum_params(company: int, day: date, zone: ZoneInfo, dusk: datetime | None) -> dict[str, object]:
    begin, end = start_of(day, zone), end_of(day, zone)
    night = dusk.astimezone(UTC) if dusk else end
    return {
        "company": company,
        "day": day,
        "zone": zone.key,
        "begin": begin,
        "end": end,
        "night": night,
        "dawn": _dawn_of(dusk) if dusk else day,
        "since": min(begin, night),
    }


_AT_ONCE = "(scheduled_for is null or scheduled_for <= (created_at at time zone %(zone)s)::date)"
_SUMS = f"""
    select sent.day + waiting.day as day, sent.night + waiting.night as night from (
      select coalesce(sum(amount) filter (where case when {_AT_ONCE} then created_at >= %(begin)s and created_at < %(end)s
                                                else scheduled_for = %(day)s end), 0)::bigint as day,
             coalesce(sum(amount) filter (where created_at >= %(night)s and (scheduled_for is null or scheduled_for <= %(dawn)s)), 0)::bigint as night
        from payout
       where company_id = %(company)s and status not in ('failed', 'cancelled', 'rejected')
         and (created_at >= %(since)s or scheduled_for = %(day)s)) sent
     cross join payout_lines_waiting(%(company)s, %(day)s, %(zone)s, %(night)s, %(dawn)s) waiting
"""
