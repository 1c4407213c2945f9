"""End the orders of slips that no file can pay in time any more."""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payout_engine.decide_sending import SLIP_OVERDUE, working_day_before
from retaguarda.payout_engine.settle_payout import end_by_file
from retaguarda.providers.payout import Outcome

#: Orders that one run ends.
MOST = 500


class _Left(msgspec.Struct):
    company_id: int
    payout_id: UUID
    id: UUID


@dataclass(frozen=True, slots=True)
class OverdueSlips:
    database: Database

    async def run(self) -> None:
        """Refuse each order of an overdue slip that is in no remittance: no bank has it, and its money is free again."""
        values = {"overdue": working_day_before(today(BRASILIA)), "most": MOST}
        async with self.database.transaction(SYSTEM) as tx:
            left = await fetch_all(tx, _Left, f"{_LEFT} order by o.created_at, o.id limit %(most)s", values)
        for each in left:
            await self._end(each, values)

    async def _end(self, order: _Left, values: dict[str, object]) -> None:
        key = values | {"company": order.company_id, "payout": order.payout_id, "order": order.id}
        async with self.database.transaction(SYSTEM) as tx:
            # Whoever drafts a remittance locks the order: what is asked afterwards sees the line that was written meanwhile.
            await tx.execute("select from payout where company_id = %(company)s and id = %(payout)s for update", key)
            await tx.execute(
                "select from payout_order where company_id = %(company)s and id = %(order)s for update", key
            )
            if await tx.one(f"{_LEFT} and o.company_id = %(company)s and o.id = %(order)s", key) is not None:
                refused = Outcome("refused", reason=SLIP_OVERDUE, by_file=True)
                await end_by_file(tx, order.company_id, order.id, refused, again=False)


_LEFT = """
    select o.company_id, o.payout_id, o.id
      from payout_order o join payout t on t.company_id = o.company_id and t.id = o.payout_id
     where o.state in ('sending', 'processing') and o.end_to_end_id is null and t.kind = 'slip' and t.status = 'in_bank_processing'
       and t.due_on <= %(overdue)s
       and not exists (select from remittance_line l where l.merchant_id = o.company_id and l.order_id = o.id and not l.freed)
"""
