"""Sums by day, from pay-in's roll-up."""

from dataclasses import dataclass
from datetime import date, timedelta

from retaguarda.foundation.database import Tx

#: Charges that were paid, whatever was given back later.
PAID = ("charge_paid", "charge_partially_refunded", "charge_refunded")


@dataclass(slots=True)
class DaySums:
    day: date
    received: int = 0
    payments: int = 0
    refunded: int = 0
    charges: int = 0
    paid: int = 0


async def load_days(tx: Tx, account: int | None, first: date, last: date) -> list[DaySums]:
    """Every day from first to last, also those on which nothing happened."""
    rows = await tx.all(
        "select day, measure, sum(count)::bigint as count, sum(amount)::bigint as amount from payin_day"
        " where day between %(first)s and %(last)s and (%(account)s::int is null or company_id = %(account)s)"
        " group by day, measure",
        {"first": first, "last": last, "account": account},
    )
    days = {
        first + timedelta(days=number): DaySums(first + timedelta(days=number))
        for number in range((last - first).days + 1)
    }
    for row in rows:
        day, measure = days[row["day"]], row["measure"]
        if measure == "received":
            day.received, day.payments = row["amount"], row["count"]
        elif measure == "refunded":
            day.refunded = row["amount"]
        elif measure.startswith("charge_"):
            day.charges += row["count"]
            day.paid += row["count"] if measure in PAID else 0
    return list(days.values())


async def load_review(tx: Tx, account: int | None) -> tuple[int, int]:
    row = await tx.one(
        "select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from pix_payment"
        " where status = 'under_review' and (%(account)s::int is null or company_id = %(account)s)",
        {"account": account},
    )
    assert row is not None
    return row["count"], row["amount"]
