"""Static codes as they are read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.payin.codes.model import STATUSES, StaticCode, StaticCodeRecord
from retaguarda.payin.qr import draw
from retaguarda.payin.rows import charge_of
from retaguarda.payin.splits.reading import agreed

#: Charges that a code's page shows; all of them are in the list.
MOST = 50

_STATUS = "case when s.disabled_at is null then 'active' else 'disabled' end"
#: What was paid with a code; the index on charge (static_code) serves it.
_SUMS = (
    "lateral (select count(*) filter (where c.paid > 0) as payments, coalesce(sum(c.paid), 0)::bigint as received"
    " from charge c where c.company_id = s.company_id and c.static_code = s.id) p"
)

STATIC_CODES = Table(
    name="payin.codes",
    path="/v1/payin/codes",
    summary="Static codes and what was paid with them",
    permission=Permission.PAYIN_PAYMENT_READ,
    source=f"static_code s left join company k on k.id = s.company_id cross join {_SUMS}",
    company="s.company_id",
    key="s.id",
    order_by="created_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("created_at", "s.created_at", "time", sortable=True),
        Column("name", "s.name", sortable=True),
        Column("txid", "s.txid", searched=True),
        Column("amount", "s.amount", "money", summed=False),
        Column("message", "s.message"),
        Column("status", _STATUS, "choice", choices=STATUSES),
        Column("payments", "p.payments", "integer"),
        Column("received", "p.received", "money"),
        Column("company_id", "s.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)


def fields_of(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "created_at": row["created_at"],
        "name": row["name"],
        "txid": row["txid"],
        "amount": None if row["amount"] is None else Money(row["amount"]),
        "message": row["message"],
        "status": "disabled" if row["disabled_at"] else "active",
        "payments": row["payments"],
        "received": Money(row["received"]),
        "company_id": row["company_id"],
    }


async def code_of(tx: Tx, companies: list[int], code: UUID) -> Row | None:
    return await tx.one(
        f"select s.*, p.* from static_code s cross join {_SUMS} where s.id = %(id)s and s.company_id = any(%(seen)s)",
        {"id": code, "seen": companies},
    )


async def code_subject(tx: Tx, who: Who, path: Mapping[str, str]) -> StaticCode | None:
    """The code that a path names, as a plan compares it."""
    row = await code_of(tx, [who.chosen()], uuid_of(path["id"]))
    return StaticCode(**fields_of(row)) if row else None


async def of_code(tx: Tx, who: Who, call: Call) -> int | None:
    """The company of the code that a path names; None when it is not there for the caller."""
    row = await code_of(tx, list(who.companies), uuid_of(call.path_params["id"]))
    return row["company_id"] if row else None


async def _load(tx: Tx, who: Who, code: UUID) -> StaticCodeRecord | None:
    row = await code_of(tx, list(who.companies), code)
    if row is None:
        return None
    return StaticCodeRecord(
        **fields_of(row),
        br_code=row["br_code"],
        picture=draw(row["br_code"]).decode(),
        split=await agreed(tx, row | {"amount": row["amount"] or 0}),
        disabled_at=row["disabled_at"],
        charges=[
            charge_of(charge)
            for charge in await tx.all(
                "select * from charge where company_id = %(company_id)s and static_code = %(id)s order by created_at desc limit %(most)s",
                row | {"most": MOST},
            )
        ],
    )


CODE_RECORD = Record(
    path="/v1/payin/codes/{id:str}",
    summary="One static code with its picture",
    permission=Permission.PAYIN_PAYMENT_READ,
    answers=StaticCodeRecord,
    load=_load,
)
