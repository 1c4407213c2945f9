"""Sums by day from pay-in's roll-ups: money from the daily ones; charges and their conversion from the hourly ones, as
the administration page of pay-in counts them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL


@dataclass(slots=True)
class DaySums:
    day: date
    received: int = 0
    payments: int = 0
    refunded: int = 0
    charges: int = 0
    paid: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """The companies to sum up: ``account``, or all that the principal sees. ``companies`` None: all of the provider's."""

    account: int | None
    companies: Sequence[int] | None
    zone: str


_CHARGES = """
    select (hour at time zone %(zone)s)::date as day, sum(charges)::bigint as charges, sum(converted)::bigint as converted
      from {hours} h
     where currency = %(currency)s and hour >= %(first)s::timestamp at time zone %(zone)s and hour < (%(last)s::date + 1)::timestamp at time zone %(zone)s
     group by 1
"""
_CHARGES_OF_PROVIDER = _CHARGES.format(hours="payin_house_hour")
_CHARGES_OF_COMPANIES = _CHARGES.format(
    hours="(select * from published.payin_hour where company_id = any(%(companies)s))"
)


async def load_days(tx: Tx, seen: Seen, first: date, last: date) -> list[DaySums]:
    """Return every day from first to last, days without activity included."""
    params = {"first": first, "last": last, "account": seen.account, "currency": BRL}
    rows = await tx.all(
        "select day, measure, sum(count)::bigint as count, sum(amount)::bigint as amount from published.payin_day"
        " where day between %(first)s and %(last)s and measure in ('received', 'refunded')"
        " and currency = %(currency)s and (%(account)s::int is null or company_id = %(account)s) group by day, measure",
        params,
    )
    charge_rows = await tx.all(
        _CHARGES_OF_PROVIDER if seen.companies is None else _CHARGES_OF_COMPANIES,
        params | {"zone": seen.zone, "companies": list(seen.companies or ())},
    )
    days = {
        first + timedelta(days=number): DaySums(first + timedelta(days=number))
        for number in range((last - first).days + 1)
    }
    for row in rows:
        day = days[row["day"]]
        if row["measure"] == "received":
            day.received, day.payments = row["amount"], row["count"]
        else:
            day.refunded = row["amount"]
    for row in charge_rows:
        days[row["day"]].charges, days[row["day"]].paid = row["charges"], row["converted"]
    return list(days.values())


_SO_FAR = """
    select coalesce(sum(received), 0)::bigint as received, coalesce(sum(payments), 0)::bigint as payments,
           coalesce(sum(refunded), 0)::bigint as refunded, coalesce(sum(charges), 0)::bigint as charges,
           coalesce(sum(converted), 0)::bigint as paid
      from {hours} h
     where currency = %(currency)s and hour >= %(day)s::timestamp at time zone %(zone)s and hour <= %(moment)s
"""
_SO_FAR_OF_PROVIDER = _SO_FAR.format(hours="payin_house_hour")
_SO_FAR_OF_COMPANIES = _SO_FAR.format(
    hours="(select * from published.payin_hour where company_id = any(%(companies)s))"
)


async def load_so_far(tx: Tx, seen: Seen, day: date, moment: datetime) -> DaySums:
    """Return what a day had come to by a moment of it, whole hours: what a day that is not over is fairly compared with."""
    row = await tx.one(
        _SO_FAR_OF_PROVIDER if seen.companies is None else _SO_FAR_OF_COMPANIES,
        {"zone": seen.zone, "companies": list(seen.companies or ()), "day": day, "moment": moment, "currency": BRL},
    )
    assert row is not None
    return DaySums(day, **row)


async def load_review(tx: Tx, account: int | None) -> tuple[int, int]:
    row = await tx.one(
        "select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from published.pix_payment"
        " where status = 'under_review' and (%(account)s::int is null or company_id = %(account)s)",
        {"account": account},
    )
    assert row is not None
    return row["count"], row["amount"]
