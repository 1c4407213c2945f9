"""Check the external ids of a batch once more: since it was planned, another payment may have got one of them."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.errors import RecordedRefusal
from retaguarda.foundation.events import INSERT
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.lock_external_ids import lock_external_ids
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.plan_lines import plan_batch
from retaguarda.payouts.batches.queries import lock_batch

#: Event of a batch that was refused for it; the worker then plans the merchant's batches again, which says it of each line.
USED = "payouts:payout_batch:external_id_used"


class _Used(msgspec.Struct):
    number: int
    external_id: str


async def refuse_used_ids(tx: Tx, row: BatchRow, principal: Principal) -> None:
    """Refuse a locked batch where a payment, or a line that was approved, has the external id of one of its lines.

    The lock lasts until the transaction ends, so of two batches that are submitted at once the second sees the first. Looks only at
    what came since the plan and at the lines under way: the work does not grow with the lines of this batch.

    Raises:
        RecordedRefusal: 409 ``batch_external_id_used``.
    """
    await lock_external_ids(tx, row.company_id)
    key = {"company": row.company_id, "batch": row.id, "planned_at": row.planned_at}
    found = await tx.one(f"{_TAKEN} {_OF_BATCH}", key)
    if found is None:
        return
    used = msgspec.convert(found, _Used)
    data = json_text({"name": row.name, "line": used.number, "column": "external_id"})
    values: dict[str, Any] = {
        "company": row.company_id,
        "name": USED,
        "subject": str(row.id),
        "person": principal.person_id,
        "actor": principal.email,
        "data": data,
        "request": None,
        "ip": None,
        "agent": None,
    }
    words = f"line {used.number}, external_id: {used.external_id}"
    raise RecordedRefusal(409, "batch_external_id_used", words, INSERT, values)


async def used_line(tx: Tx, row: BatchRow) -> int:
    """Return the first line not turned whose external id a payment has; 0 where there is none."""
    return await tx.value(_USED_LINE, {"company": row.company_id, "batch": row.id, "turned": row.turned}) or 0


@dataclass(frozen=True, slots=True)
class PlanningAgain:
    database: Database

    async def run(self, company: int) -> None:
        """Plan the merchant's batches again that nobody has submitted, where an external id of a line has gone to another payment."""
        async with self.database.transaction(Scope((company,))) as tx:
            found = await tx.value(_PLANNED, {"company": company})
        for batch in found:
            async with self.database.transaction(Scope((company,))) as tx:
                row = await lock_batch(tx, company, batch, "planned")
                if row is not None:
                    await plan_batch(tx, row)


#: An hour before the plan: a payment that was being written then was not seen, and has that moment.
_TAKEN = """
    with taken as materialized (
      select p.external_id from payout p
       where p.company_id = %(company)s and p.external_id is not null and p.created_at > %(planned_at)s - interval '1 hour'
      union all
      select o.external_id from payout_batch b
        join payout_line o on o.company_id = b.company_id and o.batch_id = b.id and o.leaf_no >= b.turned
       where b.company_id = %(company)s and b.id <> %(batch)s and b.hold_key is not null and o.external_id is not null
    )
"""
_OF_BATCH = """
    select l.number, l.external_id from taken t
      join payout_line l on l.company_id = %(company)s and l.batch_id = %(batch)s and l.external_id = t.external_id
       and l.leaf_no is not null
     order by l.number limit 1
"""
_USED_LINE = """
    select l.number from payout_line l
      join payout p on p.company_id = l.company_id and p.external_id = l.external_id
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.leaf_no >= %(turned)s
     order by l.leaf_no limit 1
"""
_PLANNED = """
    select coalesce(array_agg(b.id::text order by b.created_at), '{}') from payout_batch b
     where b.company_id = %(company)s and b.status = 'planned' and exists (
       select from payout_line l
        where l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no is not null and l.external_id is not null
          and (payout_external_id_waits(l.company_id, l.external_id)
               or exists (select from payout p where p.company_id = l.company_id and p.external_id = l.external_id)))
"""
