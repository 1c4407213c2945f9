"""Reads and locks rows of disputes and maps them to the API's shapes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import fetch_one, struct_fields
from retaguarda.payin.disputes.model import Case
from retaguarda.payin.disputes.transitions import lock_dispute
from retaguarda.payin.rows import MedCaseRow

#: What of the amount is neither held nor returned, while the dispute is open.
MISSING = (
    "(case when m.ended_at is null then coalesce(m.agreed, m.amount) - m.blocked - m.returned"
    " when m.status = 'partly_returned' then m.agreed - m.returned else 0 end)"
)
SELECT = (
    f"select m.*, {MISSING} as missing, p.payer_name, p.payer_document, p.paid_at, p.amount as paid, k.name as company_name"
    " from med_case m join pix_payment p on p.end_to_end_id = m.end_to_end_id left join company k on k.id = m.company_id"
    " where m.id = %(id)s and m.company_id = any(%(seen)s)"
)


class SeenCase(MedCaseRow, frozen=True, kw_only=True):
    """A dispute as SELECT reads it, with its payment and its merchant."""

    missing: int
    payer_name: str | None
    payer_document: str | None
    paid_at: datetime
    paid: int
    company_name: str | None


def dispute_fields(row: SeenCase) -> dict[str, Any]:
    return struct_fields(Case, row)


async def read_dispute(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Case:
    row = await fetch_one(tx, SeenCase, SELECT, {"id": path_id(path), "seen": list(principal.companies)})
    if row is None:
        raise not_found("case")
    return Case(**dispute_fields(row))


async def case_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Case | None:
    """Return the dispute of the path as a plan compares it. Leave the times out: they would make every plan differ."""
    dispute = await read_dispute(tx, principal, path)
    dispute.due_at = dispute.answered_at = dispute.decided_at = dispute.ended_at = None
    return dispute


async def dispute_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> MedCaseRow:
    """Return the chosen merchant's dispute, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await lock_dispute(tx, principal.chosen(), path_id(path))
    if row is None:
        raise not_found("case")
    return row


async def of_case(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the dispute in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from med_case where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_CASE = of_subject(of_case)
