"""Estimates what did not come because of an incident: the same minutes of the weeks before say what would have come."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx

WEEKS = 4
#: Without so many comparable weeks nothing is estimated.
LEAST_WEEKS = 2
#: Student's t for 95 % on both sides, by degrees of freedom.
_T95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
#: In these payments show whether something is missing.
PAID_THROUGH = ("api", "payin", "provider_calls", "link")


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many were expected, how many of them are missing, and the bounds of that in 95 of 100 cases."""

    expected: int
    missing: int
    least: int
    most: int


def estimate(before: Sequence[int], seen: int) -> Estimate:
    """Compares what was seen with the same window of earlier weeks.

    The bounds are those of a prediction from few values: their spread, but never less than that of a Poisson process.

    Raises:
        ValueError: fewer than LEAST_WEEKS values.
    """
    count = len(before)
    if count < LEAST_WEEKS:
        raise ValueError(f"{count} weeks are too few")
    mean = sum(before) / count
    variance = max(sum((value - mean) ** 2 for value in before) / (count - 1), mean)
    spread = _T95[min(count - 1, 7)] * math.sqrt(variance * (1 + 1 / count))
    missing = max(0, round(mean) - seen)
    return Estimate(
        expected=round(mean),
        missing=missing,
        least=min(missing, max(0, math.floor(mean - spread) - seen)),
        most=max(missing, math.ceil(mean + spread) - seen, 0),
    )


class _Week(msgspec.Struct):
    """Payments of one currency in a window ``week`` weeks earlier; week 0 is the incident itself."""

    week: int
    currency: str
    payments: int
    amount: int


async def write_loss(tx: Tx, incident: UUID) -> None:
    """Write what is missing because of an incident that is over, by currency; again when its bounds have moved."""
    rows = msgspec.convert(await tx.all(_WEEKS, {"id": incident, "weeks": WEEKS}), list[_Week])
    usable: list[int] = await tx.value(_USABLE, {"id": incident, "weeks": WEEKS})
    for currency in sorted({row.currency for row in rows}):
        of_week = {row.week: row for row in rows if row.currency == currency}
        await _write_currency(tx, incident, currency, of_week, usable)


async def _write_currency(
    tx: Tx, incident: UUID, currency: str, of_week: dict[int, _Week], usable: Sequence[int]
) -> None:
    before = [of_week[week] if week in of_week else _Week(week, currency, 0, 0) for week in usable]
    if len(before) < LEAST_WEEKS:
        return
    seen = of_week[0].payments if 0 in of_week else 0
    found = estimate([each.payments for each in before], seen)
    payments, amount = sum(each.payments for each in before), sum(each.amount for each in before)
    values: dict[str, Any] = {
        "id": incident,
        "currency": currency,
        "weeks": len(before),
        "seen": seen,
        "expected": found.expected,
        "missing": found.missing,
        "least": found.least,
        "most": found.most,
        # What one payment was worth on average then.
        "amount": found.missing * amount // payments if payments else 0,
    }
    await tx.execute(_WRITE, values)


_WEEKS = """
    select w.week, p.currency, count(*) as payments, sum(p.amount)::bigint as amount
      from incident i cross join generate_series(0, %(weeks)s) w (week)
      join pix_payment p on p.received_at >= i.began_at - w.week * interval '7 days'
                        and p.received_at < i.ended_at - w.week * interval '7 days'
                        and (i.link_id is null or p.connection_id = i.link_id)
     where i.id = %(id)s and i.ended_at is not null
     group by 1, 2
"""
#: Earlier weeks in which payments came at all before, and in which the same window was not itself an incident.
_USABLE = """
    select coalesce(array_agg(w.week order by w.week), '{}')
      from incident i cross join generate_series(1, %(weeks)s) w (week)
     where i.id = %(id)s
       and exists (select from pix_payment p where p.received_at < i.began_at - w.week * interval '7 days')
       and not exists (select from incident o where o.id <> i.id and o.state <> 'dismissed'
                        and o.service in (i.service, 'api') and (o.link_id is null or o.link_id = i.link_id)
                        and o.began_at < i.ended_at - w.week * interval '7 days'
                        and coalesce(o.ended_at, now()) > i.began_at - w.week * interval '7 days')
"""
_WRITE = """
    insert into incident_loss (incident_id, currency, weeks, seen, expected, missing, least, most, missing_amount)
    values (%(id)s, %(currency)s, %(weeks)s, %(seen)s, %(expected)s, %(missing)s, %(least)s, %(most)s, %(amount)s)
    on conflict (company_id, incident_id, currency) do update
       set weeks = excluded.weeks, seen = excluded.seen, expected = excluded.expected, missing = excluded.missing,
           least = excluded.least, most = excluded.most, missing_amount = excluded.missing_amount
"""
