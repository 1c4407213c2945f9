"""Cancel what of a batch waits: payments that the bank was not asked for, and batches that nobody submits."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.transitions import move
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.parse_batch import tell
from retaguarda.payouts.batches.queries import batch_row, update_batch

#: Hours after which a planned batch that nobody submitted ends.
WAITS = 72


async def cancel_waiting(tx: Tx, row: BatchRow, requester: Requester) -> int:
    """Cancel the payments of a batch that have no order; the lock decides where the worker is about to send one. Return how
    many.
    """
    rows = await tx.all(_WAITING, {"company": row.company_id, "batch": row.id})
    for each in rows:
        ended = await tx.value("select clock_timestamp()")
        await move(
            tx, each, "cancelled", actor=requester.name, person=requester.person, queued_reason=None, ended_at=ended
        )
        await void_payout(tx, each)
    return len(rows)


@dataclass(frozen=True, slots=True)
class Expiry:
    database: Database

    async def run(self) -> None:
        """End the planned batches that nobody submitted within WAITS hours."""
        async with self.database.transaction(SYSTEM) as tx:
            for found in await tx.all(_EXPIRED, {"hours": WAITS}):
                ended = await tx.value("select clock_timestamp()")
                row = await update_batch(tx, batch_row(found), status="expired", ended_at=ended)
                await tell(tx, row, "expired", {"lines": row.lines, "amount": row.amount})


_WAITING = """
    select * from payout where company_id = %(company)s and batch_id = %(batch)s
       and status in ('created', 'queued', 'on_hold', 'pending', 'blocked')
     order by batch_line for update
"""
_EXPIRED = f"""
    select {", ".join(f"b.{name}" for name in BatchRow.__struct_fields__)} from payout_batch b
     where b.status = 'planned' and b.planned_at < now() - make_interval(hours => %(hours)s)
     order by b.planned_at limit 200 for update skip locked
"""
