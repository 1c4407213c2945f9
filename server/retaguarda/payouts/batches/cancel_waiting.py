"""Cancel what of a batch waits: payments that the bank was not asked for, and batches that nobody submits."""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record_many
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.postings import key_of
from retaguarda.payout_engine.transitions import event_of
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.parse_batch import tell
from retaguarda.payouts.batches.queries import batch_row, update_batch

#: Hours after which a planned batch that nobody submitted ends.
WAITS = 72


class _Cancelled(msgspec.Struct):
    """A payment that was cancelled; ``amount`` in minor units."""

    id: UUID
    before: str
    amount: int
    origin: str
    held: bool


async def cancel_waiting(tx: Tx, row: BatchRow, requester: Requester) -> int:
    """Cancel the payments of a batch that have no order, all in one statement; the lock decides where the worker is about to
    send one. Return how many.
    """
    found = msgspec.convert(await tx.all(_CANCEL, {"company": row.company_id, "batch": row.id}), list[_Cancelled])
    if found:
        await ledger.void_many(
            tx, company=row.company_id, hold_keys=[key_of({"id": each.id}) for each in found if each.held]
        )
        await record_many(
            tx,
            event_of({"origin": found[0].origin}, "cancelled"),
            company=row.company_id,
            actor=requester.name,
            person=requester.person,
            events=[(str(each.id), {"from": each.before, "to": "cancelled", "amount": each.amount}) for each in found],
        )
    return len(found)


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


_CANCEL = """
    with waiting as (
      select id, status, batch_line from payout where company_id = %(company)s and batch_id = %(batch)s
         and status in ('created', 'queued', 'on_hold', 'pending', 'blocked')
       order by batch_line for update
    ), moved as (
      update payout p set status = 'cancelled', queued_reason = null, ended_at = clock_timestamp()
        from waiting w where p.company_id = %(company)s and p.id = w.id
      returning p.id, w.status as before, p.amount, p.origin, p.held, w.batch_line
    )
    select id, before, amount, origin, held from moved order by batch_line
"""
_EXPIRED = f"""
    select {", ".join(f"b.{name}" for name in BatchRow.__struct_fields__)} from payout_batch b
     where b.status = 'planned' and b.planned_at < now() - make_interval(hours => %(hours)s)
     order by b.planned_at limit 200 for update skip locked
"""
