"""One claim: what was said of it on either side, and what came of it."""

from uuid import UUID

from retaguarda.account.disputes.model import ClaimRecord
from retaguarda.account.disputes.queries import ONE_CLAIM, claim_fields
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.payin.charges.records import MOST


async def _load(tx: Tx, principal: Principal, claim: UUID) -> ClaimRecord | None:
    row = await tx.one(ONE_CLAIM, {"id": claim, "seen": list(principal.companies)})
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
        **claim_fields(row),
        **{name: row[name] for name in more},
        paid=Money(row["paid"]),
        cancel_requested=row["cancel_requested_at"] is not None,
        told_error=row["told_error"] if principal.internal else None,
        timeline=await moments_of(tx, {"company": row["company_id"], "subject": str(claim), "most": MOST}),
    )


CLAIM_RECORD = Record(
    path="/v1/account/disputes/{id:str}",
    summary="One claim: what was told to the receiver's bank, what it answered, what came back",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    answers=ClaimRecord,
    load=_load,
)
