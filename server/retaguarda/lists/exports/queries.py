"""Reads exports."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.lists.exports.tables import STATUS_NOW, Status


class Export(msgspec.Struct):
    """``rows`` written so far, of ``total``; ``error`` is an error key. Times in UTC."""

    id: UUID
    list: str
    format: Literal["csv", "xlsx"]
    status: Status
    rows: int
    total: int | None
    bytes: int | None
    error: str | None
    company_id: int
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime | None


_FIELDS = (
    f"e.id, e.list, e.format, {STATUS_NOW} as status, e.rows, e.total, e.bytes, e.error, e.company_id,"
    " e.created_at, e.finished_at, e.expires_at"
)


async def export_row(tx: Tx, export: UUID, *, for_update: bool = False) -> Row | None:
    lock = " for update of e" if for_update else ""
    return await tx.one(
        f"select {_FIELDS} from export e where e.id = %(id)s and e.person_id = (select scope_person()){lock}",
        {"id": export},
    )
