"""Stop the rest of a batch, while its lines may be on their way.

Whoever stops waits for one chunk of lines at most, which is being turned into payouts, and for no payment that a worker is about to send:
that one leaves, or the worker finds its batch stopped and cancels it. What nobody was about to send is cancelled at once.
"""

from dataclasses import dataclass

from retaguarda import ledger
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payout_engine.cancel_many import cancel_waiting
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.limits import lock_limits
from retaguarda.payout_engine.transitions import CLOCK
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.queries import lock_batch, update_batch
from retaguarda.payouts.batches.run_batch import end_if_over

#: Seconds that a stop waits for a chunk: a busy machine needs more for one than other locks are waited for, and the statement has 30.
_CHUNK_WITHIN_S = 20
#: Seconds after which payments that were being sent when their batch was stopped are looked at again.
_AGAIN_S = 2.0


async def wait_for_chunk(tx: Tx) -> None:
    """Let the locks of this transaction be waited for as long as a chunk of lines may take. Its lock goes to whoever waited first, so
    no second chunk comes between."""
    await tx.execute("select set_config('lock_timeout', %(within)s, true)", {"within": f"{_CHUNK_WITHIN_S}s"})


async def stop_batch(tx: Tx, row: BatchRow, maker: Requester, reason: str | None) -> tuple[BatchRow, int]:
    """Stop a locked batch: free the money of the lines that are no payouts and cancel the payouts that nobody is about to send.
    Return its row and how many were cancelled."""
    if row.status == "authorised":
        row = await update_batch(tx, row, status="running")
    await lock_limits(tx, row.company_id, row.created_at.date())
    if row.stopped_at is None:
        # Before anything ends for it: what ended later was stopped by it.
        at = await tx.value("select clock_timestamp()")
        row = await update_batch(tx, row, stopped_at=at, stopped_by=maker.name, stop_reason=reason)
    if row.hold_key is not None:
        hold_key = row.hold_key
        row = await update_batch(tx, row, hold_key=None)
        await ledger.void(tx, company=row.company_id, hold_key=hold_key)
    return row, await cancel_waiting(tx, row.company_id, row.id, maker)


@dataclass(frozen=True, slots=True)
class Stopping:
    database: Database

    async def run(self, company: int, batch: str) -> None:
        """Cancel what was in other hands when the batch was stopped and then was not sent after all.

        Raises:
            TryAgain: some of it still is.
        """
        async with self.database.transaction(Scope((company,))) as tx:
            row = await lock_batch(tx, company, batch, "running", "paused")
            if row is None or row.stopped_at is None:
                return
            await lock_limits(tx, company, row.created_at.date())
            await cancel_waiting(tx, company, row.id, Requester(CLOCK))
            await end_if_over(tx, row)
            left = await tx.value(_WAITING, {"company": company, "batch": row.id})
        if left:
            raise TryAgain("payments of a stopped batch are being sent", _AGAIN_S)


_WAITING = (
    "select exists (select from payout where company_id = %(company)s and batch_id = %(batch)s"
    " and status in ('created', 'queued', 'on_hold', 'pending', 'blocked'))"
)
