"""A person's own exports: the list, and one of them."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.call import Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.table import Table

Status = Literal["queued", "running", "succeeded", "failed", "expired", "canceled"]
STATUSES: tuple[Status, ...] = ("queued", "running", "succeeded", "failed", "expired", "canceled")

#: Whoever may be in the dashboard has a list of exports; what may be in them is asked of the lists.
PERMISSION = Permission.COMPANIES_READ

#: Time passes without anybody writing it down.
_STATUS = "(case when e.status = 'succeeded' and e.expires_at <= now() then 'expired' else e.status end)"
_OWN = "(select * from export where person_id = (select scope_person())) e"


class Export(msgspec.Struct):
    """``rows`` written so far, of ``total``; ``error`` is the key of what went wrong. Times in UTC."""

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
    f"e.id, e.list, e.format, {_STATUS} as status, e.rows, e.total, e.bytes, e.error, e.company_id,"
    " e.created_at, e.finished_at, e.expires_at"
)

EXPORTS = Table(
    name="lists.exports",
    path="/v1/exports",
    summary="A person's own exports",
    permission=PERMISSION,
    source=f"{_OWN} left join company k on k.id = e.company_id",
    company="e.company_id",
    key="e.id",
    order_by="created_at",
    columns=(
        Column("id", "e.id", "id", searched=True),
        Column("created_at", "e.created_at", "time", sortable=True),
        Column("list", "e.list"),
        Column("format", "e.format", "choice", choices=("csv", "xlsx")),
        Column("status", _STATUS, "choice", choices=STATUSES),
        Column("rows", "e.rows", "integer"),
        Column("total", "e.total", "integer"),
        Column("bytes", "e.bytes", "integer"),
        Column("error", "e.error"),
        Column("finished_at", "e.finished_at", "time"),
        Column("expires_at", "e.expires_at", "time"),
        Column("company_id", "e.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)


async def export_row(tx: Tx, export: UUID, *, for_update: bool = False) -> Row | None:
    locked = " for update of e" if for_update else ""
    return await tx.one(
        f"select {_FIELDS} from export e where e.id = %(id)s and e.person_id = (select scope_person()){locked}",
        {"id": export},
    )


async def _load(tx: Tx, who: Who, export: UUID) -> Export | None:
    row = await export_row(tx, export)
    return None if row is None else Export(**row)


EXPORT_RECORD = Record(
    path="/v1/exports/{id:str}",
    summary="One export: how far it is",
    permission=PERMISSION,
    answers=Export,
    load=_load,
)
