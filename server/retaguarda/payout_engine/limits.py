"""Limit how much may leave in a day and in a night, by the merchant's own limits and its settings of payouts: every way
out counts together.

The day is the merchant's; a payout counts on the day it leaves. The night lasts from 20:00 to 6:00 (the hours of
Resolução BCB 142/2021); it counts what is requested during the night to leave at once, or on the day the night ends on,
which begins at midnight. Failed and cancelled payouts do not count, nor does the fee. A batch counts as a whole when it is authorised.

The counters are written by the statement that writes a payout or authorises a batch, which also binds them to the limits
(payout_engine/sql/limits.sql). Here they are read, and a limit is refused in words before anything is written.
"""

from dataclasses import dataclass
from datetime import date

import msgspec
import psycopg

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field

#: SQLSTATE of payout_limit_take().
BEYOND = "RP002"


@dataclass(frozen=True, slots=True)
class Limit:
    """Minor units. ``left`` is never below zero."""

    most: int
    left: int

    def __str__(self) -> str:
        return f"at most {self.most} minor units leave, and {self.left} of them are left"


def beyond(left: int, amount: int) -> bool:
    """Whether an amount is above what is left of a limit; so is every amount where more was used than it allows now."""
    return amount > max(0, left)


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no such limit, or it is day."""

    day: Limit | None
    night: Limit | None

    def within(self, amount: int) -> int:
        """Cap an amount at what may leave; keep it whole when nothing may, so that the request is refused with its
        reason."""
        return min([amount, *(each.left for each in (self.day, self.night) if each and each.left)])


class _Counters(msgspec.Struct):
    """The limits in force and what is used of them. ``day``, ``night``: where a payout of now would count."""

    day_most: int | None
    night_most: int | None
    day: date
    night: date | None
    day_used: int
    night_used: int


class _Beyond(msgspec.Struct):
    period: str
    most: int
    left: int


async def refuse_beyond_limits(tx: Tx, company: int, amount: int, planned: date | None) -> None:
    """Refuse an amount above what is left of the limits.

    Args:
        planned: the later day on which it leaves; None: at once.

    Raises:
        ApiError: 400 ``amount``: ``transfer_day_limit`` or ``transfer_night_limit``.
    """
    limits = await limits_of(tx, company, planned)
    if limits.day and beyond(limits.day.left, amount):
        raise _refusal("day", limits.day)
    if limits.night and beyond(limits.night.left, amount):
        raise _refusal("night", limits.night)


def limit_refusal(error: Exception) -> Exception:
    """The refusal that a counter raised; any other error as it is."""
    if not isinstance(error, psycopg.DatabaseError) or error.sqlstate != BEYOND:
        return error
    beyond = msgspec.json.decode(error.diag.message_detail or "", type=_Beyond)
    return _refusal(beyond.period, Limit(beyond.most, beyond.left))


def _refusal(period: str, limit: Limit) -> ApiError:
    if period == "day":
        return invalid_field("amount", "transfer_day_limit", f"on one day {limit}")
    return invalid_field("amount", "transfer_night_limit", f"in one night, 20:00 to 06:00, {limit}")


async def limits_of(tx: Tx, company: int, planned: date | None = None) -> Limits:
    """Return the limits for a payout that leaves on the day ``planned``, or at once."""
    found = msgspec.convert(await tx.one(_COUNTERS, {"company": company, "planned": planned}), _Counters)
    night = _limit(found.night_most, found.night_used) if found.night else None
    return Limits(_limit(found.day_most, found.day_used), night)


async def lock_limits(tx: Tx, company: int, first: date | None = None) -> None:
    """Wait for the counters of a merchant, from the day ``first`` on, before its accounts in the ledger are locked
    (docs/decisions/order-of-locks.md). None: the earliest of what waits now."""
    await tx.execute(
        "select payout_limits_lock(%(company)s, coalesce(%(first)s, (select min(limit_day) from payout"
        " where company_id = %(company)s and status in ('queued', 'on_hold')), 'infinity'))",
        {"company": company, "first": first},
    )


def _limit(most: int | None, used: int) -> Limit | None:
    return None if most is None else Limit(most, max(0, most - used))


_COUNTERS = """
    select r.day_most, r.night_most, c.day, c.night, u.day_used, u.night_used
      from payout_rules(%(company)s) r
     cross join payout_counts_on(%(company)s, now(), %(planned)s) c
     cross join lateral (
       select coalesce(sum(used) filter (where period = 'day'), 0)::bigint as day_used,
              coalesce(sum(used) filter (where period = 'night'), 0)::bigint as night_used
         from payout_limit_use
        where company_id = %(company)s and (period, day) in (('day', c.day), ('night', c.night))) u
"""
