"""Load and lock opened disputes, and map their rows to the API's types."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.account.disputes.model import Claim
from retaguarda.account.disputes.tables import SOURCE
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields

ONE_DISPUTE = (
    "select m.*, t.holder_name, t.holder_document, t.amount as paid, t.ended_at as paid_at"
    f" from {SOURCE} where m.id = %(id)s and m.company_id = any(%(seen)s)"
)


def dispute_fields(row: Row) -> dict[str, Any]:
    return struct_fields(Claim, row)


async def load_dispute(tx: Tx, companies: list[int], dispute: UUID) -> Claim | None:
    row = await tx.one(ONE_DISPUTE, {"id": dispute, "seen": companies})
    return Claim(**dispute_fields(row)) if row else None


async def claim_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Claim | None:
    """Load the dispute that the path names, for a plan to compare. Leave out times: they would make every plan differ."""
    dispute = await load_dispute(tx, [principal.chosen()], path_id(path))
    if dispute:
        dispute.due_at = dispute.ended_at = None
    return dispute


async def lock_dispute(tx: Tx, company: int, dispute: UUID | str) -> Row | None:
    return await tx.one(
        "select * from med_claim where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": dispute},
    )


async def of_claim(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the dispute that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from med_claim where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
