"""Batches as they are read."""

from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.payin.batches.model import STATUSES, Batch, BatchRecord, DeniedLine
from retaguarda.payin.batches.parsing import written
from retaguarda.providers.pix.money import amount_text

#: Refused lines that a batch's page shows; all of them are in its text.
MOST = 50
#: Of a charge: nobody has paid it, and nobody has asked for its end.
OPEN = "status in ('created', 'pending') and cancel_requested_at is null"

BATCHES = Table(
    name="payin.batches",
    path="/v1/payin/batches",
    summary="Batches of charges and what became of their lines",
    permission=Permission.PAYIN_PAYMENT_READ,
    source="charge_batch b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("description", "b.description"),
        Column("status", "b.status", "choice", choices=STATUSES),
        Column("total", "b.total", "integer"),
        Column("made", "b.made", "integer"),
        Column("denied", "b.denied", "integer"),
        Column("amount", "b.amount", "money"),
        Column("finished_at", "b.finished_at", "time"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)


def batch_of(row: Row) -> Batch:
    return Batch(**_fields(row))


def _fields(row: Row) -> dict[str, Any]:
    shown = {name: row[name] for name in Batch.__struct_fields__}
    return shown | {"amount": Money(row["amount"])}


async def of_batch(tx: Tx, who: Who, call: Call) -> int | None:
    """The company of the batch that a path names; None when it is not there for the caller."""
    return await tx.value(
        "select company_id from charge_batch where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def _load(tx: Tx, who: Who, batch: UUID) -> BatchRecord | None:
    row = await tx.one(
        "select b.*, p.* from charge_batch b cross join lateral"
        " (select count(*) filter (where c.paid > 0) as paid, coalesce(sum(c.paid), 0)::bigint as received,"
        f" count(*) filter (where {OPEN}) as open from charge c"
        "   where c.company_id = b.company_id and c.batch = b.id) p"
        " where b.id = %(id)s and b.company_id = any(%(seen)s)",
        {"id": batch, "seen": list(who.companies)},
    )
    if row is None:
        return None
    denied = await tx.all(
        "select * from charge where company_id = %(company_id)s and batch = %(id)s and status = 'failed' order by batch_line",
        row,
    )
    return BatchRecord(
        **_fields(row),
        paid=row["paid"],
        open=row["open"],
        received=Money(row["received"]),
        denied_lines=[
            DeniedLine(each["id"], each["batch_line"], each["payer_name"], Money(each["amount"]), each["last_error"])
            for each in denied[:MOST]
        ],
        denied_text=written(
            [
                each["payer_name"],
                each["payer_document"],
                amount_text(each["amount"]),
                each["due_date"].isoformat(),
                each["description"] or "",
                each["reference"] or "",
                each["last_error"] or "",
            ]
            for each in denied
        ),
    )


BATCH_RECORD = Record(
    path="/v1/payin/batches/{id:str}",
    summary="One batch: how far it is, what was paid of it, which lines were refused",
    permission=Permission.PAYIN_PAYMENT_READ,
    answers=BatchRecord,
    load=_load,
)


async def done_batch(tx: Tx, who: Who, batch_id: str, verb: str) -> Row:
    """The chosen merchant's batch, locked; every line of it has had its answer.

    Raises:
        ApiError: 404; 409 ``batch_not_done``, which says what cannot be done to it by ``verb``.
    """
    batch = await tx.one(
        "select * from charge_batch where company_id = %(company)s and id = %(id)s for update",
        {"company": who.chosen(), "id": uuid_of(batch_id)},
    )
    if batch is None:
        raise not_found("batch")
    if batch["status"] != "done":
        raise ApiError(409, "batch_not_done", f"a batch that is {batch['status']} cannot be {verb}")
    return batch
