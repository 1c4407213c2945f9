"""Limit how much may leave in a day and in a night, in money and in payments, to all and to each payee, by the merchant's own limits and
its settings of payouts: every way out counts together.

The day is the merchant's; a payout counts on the day it leaves. The night lasts from 20:00 to 6:00 (the hours of
Resolução BCB 142/2021); it counts what is requested during the night to leave at once, or on the day the night ends on,
which begins at midnight. Failed and cancelled payouts do not count, nor does the fee. A batch counts as a whole when it is authorised.

The counters are written by the statement that writes a payout or authorises a batch, which also binds them to the limits
(payout_engine/sql/limits.sql). Here they are read, and a limit is refused in words before anything is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

import msgspec
import psycopg

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY

#: SQLSTATE of payout_limit_take().
BEYOND = "RP002"


@dataclass(frozen=True, slots=True)
class Limit:
    """Minor units, or payments where it ``counts``. ``left`` is never below zero."""

    most: int
    left: int
    counts: bool = False

    def __str__(self) -> str:
        unit = "payments" if self.counts else "minor units"
        return f"at most {self.most} {unit} leave, and {self.left} of them are left"


def beyond(left: int, amount: int) -> bool:
    """Whether an amount is above what is left of a limit; so is every amount where more was used than it allows now."""
    return amount > max(0, left)


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no such limit, or it is day. ``payee``, ``payee_count``: of the payee that was asked about, if any."""

    day: Limit | None
    night: Limit | None
    count: Limit | None = None
    payee: Limit | None = None
    payee_count: Limit | None = None

    def within(self, amount: int) -> int:
        """Cap an amount at what may leave; keep it whole when nothing may, so that the request is refused with its
        reason."""
        return min([amount, *(each.left for each in (self.day, self.night) if each and each.left)])


Period = Literal["day", "night", "count", "payee", "payee_count"]


class _Counter(msgspec.Struct):
    """A limit in force and what is used of it, where a payout of now would count."""

    period: Period
    most: int
    used: int


class _Beyond(msgspec.Struct):
    period: Period
    most: int
    left: int


async def refuse_beyond_limits(
    tx: Tx, company: int, amount: int, planned: date | None, payee: bytes | None = None
) -> None:
    """Refuse an amount above what is left of the limits.

    Args:
        planned: the later day on which it leaves; None: at once.
        payee: the keyed hash of whose it is; None: an account of the merchant itself.

    Raises:
        ApiError: 400 ``amount``: the limit that it would pass (LIMIT_CODES).
    """
    limits = await limits_of(tx, company, planned, payee)
    for period, code in LIMIT_CODES.items():
        limit: Limit | None = getattr(limits, period)
        if limit is not None and beyond(limit.left, 1 if limit.counts else amount):
            raise _refusal(period, limit, code)


def limit_refusal(error: Exception) -> Exception:
    """The refusal that a counter raised; any other error as it is."""
    if not isinstance(error, psycopg.DatabaseError) or error.sqlstate != BEYOND:
        return error
    beyond = msgspec.json.decode(error.diag.message_detail or "", type=_Beyond)
    limit = Limit(beyond.most, beyond.left, counts=beyond.period in COUNTED)
    return _refusal(beyond.period, limit, LIMIT_CODES[beyond.period])


#: Kinds of limits → the code of a refusal, in the order in which they are looked at.
LIMIT_CODES: Mapping[Period, str] = {
    "day": "transfer_day_limit",
    "night": "transfer_night_limit",
    "count": "transfer_count_limit",
    "payee": "payee_day_limit",
    "payee_count": "payee_count_limit",
}
#: Of these the number of payments is limited.
COUNTED: tuple[Period, ...] = ("count", "payee_count")
_WORDS: Mapping[Period, str] = {
    "day": "on one day",
    "night": "in one night, 20:00 to 06:00,",
    "count": "on one day",
    "payee": "to one payee on one day",
    "payee_count": "to one payee on one day",
}


def _refusal(period: Period, limit: Limit, code: str) -> ApiError:
    return invalid_field("amount", code, f"{_WORDS[period]} {limit}")


async def limits_of(tx: Tx, company: int, planned: date | None = None, payee: bytes | None = None) -> Limits:
    """Return the limits for a payout that leaves on the day ``planned``, or at once, to somebody."""
    asked = {"company": company, "planned": planned, "payee": payee, "currency": PIX_CURRENCY}
    found = msgspec.convert(await tx.all(_COUNTERS, asked), list[_Counter])
    kinds = {each.period: Limit(each.most, max(0, each.most - each.used), each.period in COUNTED) for each in found}
    return Limits(
        kinds.get("day"), kinds.get("night"), kinds.get("count"), kinds.get("payee"), kinds.get("payee_count")
    )


async def lock_limits(tx: Tx, company: int, first: date | None = None) -> None:
    """Wait for the counters of a merchant, from the day ``first`` on, before its accounts in the ledger are locked
    (docs/decisions/order-of-locks.md). None: the earliest of what waits now."""
    await tx.execute(
        "select payout_limits_lock(%(company)s, coalesce(%(first)s, (select min(limit_day) from payout"
        " where company_id = %(company)s and status in ('queued', 'on_hold')), 'infinity'))",
        {"company": company, "first": first},
    )


#: Each by its whole key, the currency too: of a day with 100,000 payees it reads one.
_COUNTERS = """
    select l.period, l.most, coalesce(u.used, 0)::bigint as used
      from payout_limits_of(%(company)s) l
     cross join payout_counts_on(%(company)s, now(), %(planned)s) c
     cross join lateral (
       select case when l.period = 'night' then c.night else c.day end as day,
              case when l.period like 'payee%%' then %(payee)s::bytea else '\\x' end as payee) k
      left join payout_limit_use u on u.company_id = %(company)s and u.period = l.period and u.day = k.day and u.currency = %(currency)s
       and u.payee = k.payee
     where l.most is not null and k.day is not null and k.payee is not null
"""
