"""Cancel many payouts of a batch at once: their rows, their events, and the money that was set aside for them."""

from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record_many
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.decide_sending import BATCH_STOPPED
from retaguarda.payout_engine.postings import key_of
from retaguarda.payout_engine.transitions import event_of


class _Cancelled(msgspec.Struct):
    """A payment that was cancelled; ``amount`` in minor units."""

    id: UUID
    before: str
    amount: int
    origin: str
    held: bool


async def cancel_waiting(tx: Tx, company: int, batch: UUID, requester: Requester) -> int:
    """Cancel the payments of a batch that have no order, all in one statement, but those that are in other hands: a worker that is
    about to send a payment has it locked, and is not waited for. Return how many.
    """
    found = msgspec.convert(
        await tx.all(_CANCEL, {"company": company, "batch": batch, "why": BATCH_STOPPED}), list[_Cancelled]
    )
    if found:
        await ledger.void_many(tx, company=company, hold_keys=[key_of(each.id) for each in found if each.held])
        await record_many(
            tx,
            event_of(found[0].origin, "cancelled"),
            company=company,
            actor=requester.name,
            person=requester.person,
            events=[(str(each.id), {"from": each.before, "to": "cancelled", "amount": each.amount}) for each in found],
        )
    return len(found)


_CANCEL = """
    with waiting as (
      select id, status, batch_line from payout where company_id = %(company)s and batch_id = %(batch)s
         and status in ('created', 'queued', 'on_hold', 'pending', 'blocked')
       order by batch_line for update skip locked
    ), moved as (
      update payout p set status = 'cancelled', queued_reason = null, last_error = %(why)s, ended_at = clock_timestamp()
        from waiting w where p.company_id = %(company)s and p.id = w.id
      returning p.id, w.status as before, p.amount, p.origin, p.held, w.batch_line
    )
    select id, before, amount, origin, held from moved order by batch_line
"""
