"""End the batches that nobody submits."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.parse_batch import tell
from retaguarda.payouts.batches.queries import batch_row, update_batch
from retaguarda.payouts.batches.submit_batch import SUBMIT

#: Hours after which a planned batch ends that nobody submitted, or whose last request to submit it ended without it.
WAITS = 72


@dataclass(frozen=True, slots=True)
class Expiry:
    database: Database

    async def run(self) -> None:
        """End the planned batches that nobody submitted within WAITS hours. A batch never ends before its own request: whoever
        approves within the request's time finds it as it was."""
        async with self.database.transaction(SYSTEM) as tx:
            for found in await tx.all(_EXPIRED, {"hours": WAITS, "command": SUBMIT}):
                ended = await tx.value("select clock_timestamp()")
                row = await update_batch(tx, batch_row(found), status="expired", ended_at=ended)
                await tell(tx, row, "expired", {"lines": row.lines, "amount": row.amount})


#: A request that waits ends when its time is over, however late somebody writes that down.
_EXPIRED = f"""
    select {", ".join(f"b.{name}" for name in BatchRow.__struct_fields__)} from payout_batch b
     where b.status = 'planned' and b.planned_at < now() - make_interval(hours => %(hours)s)
       and not exists (select from published.approval_request r
                        where r.company_id = b.company_id and r.subject = b.id::text and r.subject <> '' and r.command = %(command)s
                          and coalesce(r.closed_at, r.expires_at) >= now() - make_interval(hours => %(hours)s))
     order by b.planned_at limit 200 for update skip locked
"""
