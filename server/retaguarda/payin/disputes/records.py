"""The Record of one dispute with its evidence, refunds, ledger entries and timeline."""

from uuid import UUID

from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.store import files_of
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import Moment, moments_of
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.charges.model import Entry
from retaguarda.payin.charges.queries import refund_of
from retaguarda.payin.charges.records import MOST, entries_of
from retaguarda.payin.disputes.files import owner_of
from retaguarda.payin.disputes.model import CaseRecord
from retaguarda.payin.disputes.queries import OF_CASE, SELECT, SeenCase, dispute_fields
from retaguarda.payin.rows import RefundRow

_UNDECIDED = ("to_answer", "in_analysis")
_PLAIN = (
    "details",
    "report_id",
    "request_id",
    "paid_at",
    "recover_until",
    "defence",
    "answered_by",
    "decision_note",
)


async def _load(tx: Tx, principal: Principal, dispute: UUID) -> CaseRecord | None:
    row = await fetch_one(tx, SeenCase, SELECT, {"id": dispute, "seen": list(principal.companies)})
    if row is None:
        return None
    undecided = row.status in _UNDECIDED
    refunds = await fetch_all(
        tx,
        RefundRow,
        "select * from refund where company_id = %(company_id)s and med_case = %(id)s order by created_at",
        row,
    )
    files = await files_of(tx, row.company_id, owner_of(row.id))
    return CaseRecord(
        **dispute_fields(row),
        **{name: getattr(row, name) for name in _PLAIN},
        payer_bank_name=bank.name if (bank := await bank_by_ispb(tx, row.payer_bank)) else None,
        paid=Money(row.paid, row.currency),
        # The merchant must not see which of the provider's staff decided.
        decided_by=row.decided_by if principal.internal else "",
        told_error=row.told_error if principal.internal else None,
        may_answer=undecided and Permission.PAYIN_REFUND_WRITE in principal.permissions,
        may_decide=undecided and principal.internal and Permission.PAYIN_MED_DECIDE in principal.permissions,
        files=files,
        refunds=[refund_of(each) for each in refunds],
        entries=await _entries(tx, row, [str(each.id) for each in refunds]),
        timeline=await _moments(tx, principal, row),
    )


async def _entries(tx: Tx, row: SeenCase, refunds: list[str]) -> list[Entry]:
    """Return those entries of the payment that the dispute's refunds posted."""
    key = {
        "company": row.company_id,
        "subject": str(row.charge_id or row.end_to_end_id),
        "most": MOST,
    }
    if not refunds:
        return []
    own = await tx.all(
        "select id from ledger_journal where company_id = %(company)s and key = any(%(keys)s)",
        key | {"keys": [f"refund:{each}" for each in refunds]},
    )
    own_ids = {each["id"] for each in own}
    return [entry for entry in await entries_of(tx, key) if entry.journal_id in own_ids]


async def _moments(tx: Tx, principal: Principal, row: SeenCase) -> list[Moment]:
    moments = await moments_of(tx, {"company": row.company_id, "subject": str(row.id), "most": MOST})
    if not principal.internal:
        for each in moments:
            decided = each.kind in ("payin:med:decide", "payin:med:agreed", "payin:med:disagreed")
            if decided and "@" in each.actor and each.actor != row.answered_by:
                each.actor = "provider"
    return moments


CASE_RECORD = Record(
    path="/v1/payin/disputes/{id:str}",
    summary="One case of the MED: what is asked and set aside, the defence, the decision, what went back",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=OF_CASE,
    answers=CaseRecord,
    load=_load,
)
