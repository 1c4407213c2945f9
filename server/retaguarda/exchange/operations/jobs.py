"""By the clock: prices that ran out end, and operations that wait for funds get them."""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.exchange.operations.consumers import ACTOR
from retaguarda.exchange.operations.queries import operation_for_update
from retaguarda.exchange.operations.write_operation import try_fund
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record

BATCH = 500


class _Found(msgspec.Struct):
    company_id: int
    id: UUID
    reference: str


@dataclass(frozen=True, slots=True)
class Tend:
    database: Database

    async def run(self) -> None:
        await self._expire()
        await self._fund()

    async def _expire(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(
                "update exchange_operation set state = 'expired' where state = 'quoted' and id in ("
                "select id from exchange_operation where state = 'quoted' and expires_at < clock_timestamp()"
                f" order by expires_at limit {BATCH} for update skip locked) returning company_id, id, reference"
            )
            for each in msgspec.convert(rows, list[_Found]):
                await record(
                    tx,
                    "exchange:operation:expired",
                    company=each.company_id,
                    subject=str(each.id),
                    actor=ACTOR,
                    data={"name": each.reference, "from": "quoted", "to": "expired"},
                )

    async def _fund(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(
                "select company_id, id, reference from exchange_operation where state = 'awaiting_funds' and direction = 'out'"
                f" order by booked_at limit {BATCH}"
            )
        for each in msgspec.convert(rows, list[_Found]):
            async with self.database.transaction(SYSTEM) as tx:
                row = await operation_for_update(tx, each.company_id, each.id)
                if row.state != "awaiting_funds" or not await try_fund(tx, row):
                    continue
                await record(
                    tx,
                    "exchange:operation:funded",
                    company=row.company_id,
                    subject=str(row.id),
                    actor=ACTOR,
                    data={"name": row.reference, "from": "awaiting_funds", "to": "funded"},
                )
