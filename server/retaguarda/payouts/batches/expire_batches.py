"""End the batches that nobody submits."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.parse_batch import tell
from retaguarda.payouts.batches.queries import batch_row, update_batch

#: Hours after which a planned batch that nobody submitted ends.
WAITS = 72


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


_EXPIRED = f"""
    select {", ".join(f"b.{name}" for name in BatchRow.__struct_fields__)} from payout_batch b
     where b.status = 'planned' and b.planned_at < now() - make_interval(hours => %(hours)s)
     order by b.planned_at limit 200 for update skip locked
"""
