"""Book what carried out orders cost, a journal for each processor and day of what has come together since the last run."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present
from retaguarda.payouts.costs.postings import post_cost

#: Orders of one journal at most, and journals of one run.
MOST_ORDERS, MOST_RUNS = 5_000, 200


class _Open(msgspec.Struct):
    """Costs of a processor's day that were not booked."""

    processor_id: UUID
    day: date
    currency: str


class _Sum(msgspec.Struct):
    orders: int
    amount: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class CostBooking:
    database: Database

    async def run(self) -> None:
        """Book what is not booked; each journal in a transaction of its own, with the costs that it names."""
        async with self.database.transaction(SYSTEM) as tx:
            found = await fetch_all(tx, _Open, _OPEN, {"most": MOST_RUNS})
        for each in found:
            async with self.database.transaction(SYSTEM) as tx:
                await _book(tx, each)


async def _book(tx: Tx, part: _Open) -> None:
    # Two runs at once would sum the same costs: the second waits, and finds none.
    await tx.execute("select pg_advisory_xact_lock(hashtext('payout_cost_run'))")
    keys = {"processor": part.processor_id, "day": part.day, "currency": part.currency, "most": MOST_ORDERS}
    run = {"id": uuid7(), **keys}
    found = present(await fetch_one(tx, _Sum, _SUM, run))
    if found.at is None:
        return
    await tx.execute(_RUN, run | {"orders": found.orders, "amount": found.amount})
    await tx.execute(_BOOKED, run)
    await post_cost(tx, part.processor_id, run["id"], found.amount, part.currency, found.at)


_OPEN = """
    select processor_id, day, currency from payout_order_cost where run_id is null and not by_statement
     group by processor_id, day, currency order by day, processor_id limit %(most)s
"""
_THESE = """
    select c.merchant_id, c.order_id, c.amount, o.ended_at
      from payout_order_cost c join payout_order o on o.company_id = c.merchant_id and o.id = c.order_id
     where c.run_id is null and not c.by_statement and c.processor_id = %(processor)s and c.day = %(day)s and c.currency = %(currency)s
     order by c.merchant_id, c.order_id limit %(most)s
"""
_SUM = f"select count(*)::int as orders, coalesce(sum(amount), 0)::bigint as amount, max(ended_at) as at from ({_THESE}) these"
_RUN = """
    insert into payout_cost_run (id, processor_id, day, orders, amount, currency)
    values (%(id)s, %(processor)s, %(day)s, %(orders)s, %(amount)s, %(currency)s)
"""
_BOOKED = f"""
    update payout_order_cost c set run_id = %(id)s from ({_THESE}) these
     where c.merchant_id = these.merchant_id and c.order_id = these.order_id
"""
