"""Polls the provider for what no webhook has reported."""

from dataclasses import dataclass
from datetime import timedelta

from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.jobs import Queue
from retaguarda.payin.provider_context import ProviderContext

#: Age of our last read at which we poll the provider, webhook or not.
STALE = timedelta(hours=1)
#: Rows polled in one run of the clock.
MOST_STALE = 200


@dataclass(frozen=True, slots=True)
class Stale:
    """Polls the provider for what no webhook has reported."""

    context: ProviderContext
    queue: Queue

    async def run(self) -> None:
        async with self.context.database.transaction(SYSTEM) as tx:
            await self._poll(tx, "recurrence", "id_rec", "pix.read_recurrence", "('pending', 'approved')")
            await self._poll(tx, "recurring_charge", "txid", "pix.read_charge", "('pending', 'active')")

    async def _poll(self, tx: Tx, table: str, number: str, job: str, states: str) -> None:
        rows = await tx.all(
            f"update {table} set asked_at = now() where (company_id, id) in (select company_id, id from {table}"
            f" where status in {states} and asked_at < now() - %(stale)s order by asked_at limit {MOST_STALE} for update skip locked)"
            f" returning connection_id, {number} as number",
            {"stale": STALE},
        )
        name = "id_rec" if table == "recurrence" else "txid"
        await self.queue.defer(
            tx, job, [{"connection": str(row["connection_id"]), name: row["number"]} for row in rows]
        )
