"""All evidence of one payout, with what may be named as evidence now."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.store import files_of
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.evidence.commands import DECIDE
from retaguarda.payouts.evidence.model import EvidenceRecord
from retaguarda.payouts.evidence.queries import (
    OfPayout,
    evidence_of,
    lines_of,
    owner_of,
    subject_of,
    target_of,
)
from retaguarda.payouts.verify_factor import FACTOR_STAFF

#: Moments at most.
MOST = 100


async def _load(tx: Tx, principal: Principal, payout: UUID) -> EvidenceRecord | None:
    seen = {"id": payout, "seen": list(principal.companies)}
    of = await fetch_one(
        tx, OfPayout, "select company_id from payout where id = %(id)s and company_id = any(%(seen)s)", seen
    )
    if of is None:
        return None
    company, target = of.company_id, await target_of(tx, of.company_id, payout)
    return EvidenceRecord(
        payout_id=payout,
        company_id=company,
        stop="no_order" if target is None else target.stop,
        lines=await lines_of(tx, company, payout) if target and target.stop is None else [],
        files=await files_of(tx, company, owner_of(payout)),
        evidence=await evidence_of(tx, company, payout),
        may_approve=bool(
            await tx.value(
                "select exists (select from payout_evidence where company_id = %(company)s and payout_id = %(id)s"
                " and status = 'proposed' and not %(person)s = any (makers))",
                {"company": company, "id": payout, "person": principal.person_id},
            )
        ),
        timeline=await moments_of(tx, {"company": company, "subject": subject_of(payout), "most": MOST}),
    )


EVIDENCE_RECORD = Record(
    path="/v1/payouts/payments/{id:str}/evidence",
    summary="Evidence of how the order of a payment ended, and the lines of statements that may prove it",
    permission=DECIDE,
    scope=FACTOR_STAFF,
    answers=EvidenceRecord,
    load=_load,
)
