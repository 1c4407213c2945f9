"""One opened dispute: what each bank said and what came back."""

from uuid import UUID

from retaguarda.account.disputes.model import ClaimRecord
from retaguarda.account.disputes.queries import ONE_DISPUTE, dispute_fields
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.payin.charges.records import MOST


async def _load(tx: Tx, principal: Principal, dispute: UUID) -> ClaimRecord | None:
    row = await tx.one(ONE_DISPUTE, {"id": dispute, "seen": list(principal.companies)})
    if row is None:
        return None
    own_fields = (
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
        **dispute_fields(row),
        **{name: row[name] for name in own_fields},
        paid=Money(row["paid"], row["currency"]),
        cancel_requested=row["cancel_requested_at"] is not None,
        told_error=row["told_error"] if principal.internal else None,
        timeline=await moments_of(tx, {"company": row["company_id"], "subject": str(dispute), "most": MOST}),
    )


CLAIM_RECORD = Record(
    path="/v1/account/disputes/{id:str}",
    summary="One claim: what was told to the receiver's bank, what it answered, what came back",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    answers=ClaimRecord,
    load=_load,
)
