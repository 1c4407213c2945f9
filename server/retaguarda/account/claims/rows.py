"""Claims as they are read, and a claim locked for a change."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.account.claims.model import REASONS, STATUSES, Claim, ClaimRecord
from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.foundation.timeline import moments_of
from retaguarda.payin.records import MOST

_SOURCE = "med_claim m join transfer t on t.company_id = m.company_id and t.id = m.transfer_id"
_ONE = (
    "select m.*, t.holder_name, t.holder_document, t.amount as paid, t.ended_at as paid_at"
    f" from {_SOURCE} where m.id = %(id)s and m.company_id = any(%(seen)s)"
)

CLAIMS = Table(
    name="account.claims",
    path="/v1/account/claims",
    summary="Pix that were sent and are asked back (MED): what the receiver's bank says, what came back",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    source=f"{_SOURCE} left join company k on k.id = m.company_id",
    company="m.company_id",
    key="m.id",
    order_by="opened_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("opened_at", "m.opened_at", "time", sortable=True),
        Column("transfer_id", "m.transfer_id", "id", searched=True),
        Column("end_to_end_id", "m.end_to_end_id", searched=True),
        Column("reason", "m.reason", "choice", choices=REASONS),
        Column("status", "m.status", "choice", choices=STATUSES),
        Column("holder_name", "t.holder_name"),
        Column("amount", "m.amount", "money", sortable=True),
        Column("returned", "m.returned", "money"),
        Column("due_at", "m.due_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
        Column("company_id", "m.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)


def _fields(row: Row) -> dict[str, Any]:
    plain = {name: row[name] for name in Claim.__struct_fields__}
    return plain | {"amount": Money(row["amount"]), "returned": Money(row["returned"])}


async def claim_of(tx: Tx, companies: list[int], claim: UUID) -> Claim | None:
    row = await tx.one(_ONE, {"id": claim, "seen": companies})
    return Claim(**_fields(row)) if row else None


async def claim_subject(tx: Tx, who: Who, path: Mapping[str, str]) -> Claim | None:
    """The claim that a path names, as a plan compares it: without moments, which would make every plan another one."""
    claim = await claim_of(tx, [who.chosen()], uuid_of(path["id"]))
    if claim:
        claim.due_at = claim.ended_at = None
    return claim


async def lock_claim(tx: Tx, company: int, claim: UUID | str) -> Row | None:
    return await tx.one(
        "select * from med_claim where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": claim},
    )


async def of_claim(tx: Tx, who: Who, call: Call) -> int | None:
    """The company of the claim that a path names; None when it is not there for the caller."""
    return await tx.value(
        "select company_id from med_claim where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def _load(tx: Tx, who: Who, claim: UUID) -> ClaimRecord | None:
    row = await tx.one(_ONE, {"id": claim, "seen": list(who.companies)})
    if row is None:
        return None
    more = (
        "details",
        "opened_by",
        "holder_document",
        "paid_at",
        "report_id",
        "request_id",
        "answer",
        "rejection",
        "rtr_id",
    )
    return ClaimRecord(
        **_fields(row),
        **{name: row[name] for name in more},
        paid=Money(row["paid"]),
        cancel_requested=row["cancel_requested_at"] is not None,
        told_error=row["told_error"] if who.internal else None,
        timeline=await moments_of(tx, {"company": row["company_id"], "subject": str(claim), "most": MOST}),
    )


CLAIM_RECORD = Record(
    path="/v1/account/claims/{id:str}",
    summary="One claim: what was told to the receiver's bank, what it answered, what came back",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    answers=ClaimRecord,
    load=_load,
)
