"""Reads a bulk Command with its counts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import Principal
from retaguarda.lists.bulk.tables import STATUS


class Bulk(msgspec.Struct):
    """``awaiting``: rows that wait for a second person. ``refused``: the Command refused, as it would have alone.
    ``failed``: could not be tried, or went wrong.
    """

    id: UUID
    command: str
    company_id: int
    status: Literal["queued", "running", "finished"]
    total: int
    done: int
    awaiting: int
    refused: int
    failed: int
    created_at: datetime
    finished_at: datetime | None


async def read_bulk(tx: Tx, principal: Principal, bulk: UUID) -> Bulk | None:
    row = await tx.one(
        "select b.id, b.command, b.company_id, b.total, b.created_at, b.finished_at,"
        f" {STATUS} as status, count(*) filter (where i.status = 'done') as done,"
        " count(*) filter (where i.status = 'awaiting') as awaiting,"
        " count(*) filter (where i.status = 'refused') as refused, count(*) filter (where i.status = 'failed') as failed"
        " from bulk b join bulk_item i on i.bulk_id = b.id"
        " where b.id = %(id)s and b.person_id = (select scope_person()) group by b.id",
        {"id": bulk},
    )
    return None if row is None else Bulk(**row)
