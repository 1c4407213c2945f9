"""A person's own bulk Commands: how far one is, and what became of each row."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.call import Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.table import Table

#: Whoever may be in the dashboard; what may be done is asked of each Command.
PERMISSION = Permission.COMPANIES_READ

ITEM_STATUSES = ("queued", "done", "awaiting", "refused", "failed")


class Bulk(msgspec.Struct):
    """``awaiting``: each of these waits for a second person. ``refused``: the Command said no, as it would have alone. ``failed``: it could not be tried, or went wrong."""

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


STATUSES = ("queued", "running", "finished")
_STATUS = "(case when b.finished_at is not null then 'finished' when b.started_at is not null then 'running' else 'queued' end)"


def _counted(status: str) -> str:
    return f"(select count(*) from bulk_item i where i.bulk_id = b.id and i.status = '{status}')"


BULKS = Table(
    name="lists.bulks",
    path="/v1/bulk",
    summary="A person's own bulk Commands",
    permission=PERMISSION,
    source="(select * from bulk where person_id = (select scope_person())) b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("command", "b.command"),
        Column("status", _STATUS, "choice", choices=STATUSES),
        Column("total", "b.total", "integer"),
        *(Column(name, _counted(name), "integer") for name in ("done", "awaiting", "refused", "failed")),
        Column("finished_at", "b.finished_at", "time"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

BULK_ITEMS = Table(
    name="lists.bulk_items",
    path="/v1/bulk/items",
    summary="What became of each row of a person's own bulk Commands",
    permission=PERMISSION,
    source="(select * from bulk_item where person_id = (select scope_person())) i",
    company="i.company_id",
    key="i.id",
    order_by="number",
    columns=(
        Column("number", "i.number", "integer", sortable=True),
        Column("id", "i.target", searched=True),
        Column("status", "i.status", "choice", choices=ITEM_STATUSES),
        Column("detail", "i.detail"),
        Column("done_at", "i.done_at", "time"),
        Column("bulk_id", "i.bulk_id", "id"),
    ),
)


async def read_bulk(tx: Tx, who: Who, bulk: UUID) -> Bulk | None:
    row = await tx.one(
        "select b.id, b.command, b.company_id, b.total, b.created_at, b.finished_at,"
        f" {_STATUS} as status, count(*) filter (where i.status = 'done') as done,"
        " count(*) filter (where i.status = 'awaiting') as awaiting,"
        " count(*) filter (where i.status = 'refused') as refused, count(*) filter (where i.status = 'failed') as failed"
        " from bulk b join bulk_item i on i.bulk_id = b.id"
        " where b.id = %(id)s and b.person_id = (select scope_person()) group by b.id",
        {"id": bulk},
    )
    return None if row is None else Bulk(**row)


BULK_RECORD = Record(
    path="/v1/bulk/{id:str}",
    summary="One bulk Command: how far it is",
    permission=PERMISSION,
    answers=Bulk,
    load=read_bulk,
)
