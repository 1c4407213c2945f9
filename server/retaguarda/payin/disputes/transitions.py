"""The transitions of a dispute. Each takes the row that the caller has locked and returns it as changed."""

from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.disputes.disputed_holds import block, release, update_dispute
from retaguarda.payin.disputes.model import FLAW_ANALYSIS, OPEN, REQUEST_PERIOD, RETURN_PERIOD
from retaguarda.payin.rows import MedCaseRow


async def lock_dispute(tx: Tx, company: int, dispute: UUID) -> MedCaseRow | None:
    return await fetch_one(
        tx,
        MedCaseRow,
        "select * from med_case where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": dispute},
    )


def refuse_unless(dispute: MedCaseRow, *statuses: str) -> None:
    """Refuse a dispute in any other status.

    Raises:
        ApiError: 409 ``med_case_decided``, naming the status.
    """
    if dispute.status not in statuses:
        raise ApiError(409, "med_case_decided", f"this case is {dispute.status}")


async def agree(
    tx: Tx,
    dispute: MedCaseRow,
    amount: int,
    *,
    note: str | None,
    by: str,
    person: UUID | None = None,
    now: datetime | None = None,
) -> MedCaseRow:
    """Agree that ``amount`` goes back, and release what is held beyond it.

    Raises:
        ApiError: 409 ``nothing_to_return``: the whole payment was refunded before the dispute.
    """
    if dispute.amount == 0:
        raise ApiError(409, "nothing_to_return", "the whole payment was given back before it was reported")
    requested, now = dispute.request_id is not None, now or datetime.now(UTC)
    dispute = await update_dispute(
        tx,
        dispute,
        status="agreed",
        decision="agreed",
        agreed=amount,
        decision_note=note,
        decided_at=now,
        decided_by=by,
        due_at=dispute.opened_at + FLAW_ANALYSIS if requested else now + REQUEST_PERIOD,
        overdue_at=None,
    )
    dispute = await block(tx, dispute, min(amount, dispute.blocked)) if dispute.blocked > amount else dispute
    await record_event(tx, dispute, "agreed", by, person=person, amount=amount)
    return dispute


async def disagree(tx: Tx, dispute: MedCaseRow, *, note: str, by: str, person: UUID | None = None) -> MedCaseRow:
    """Disagree: release the hold, so that the merchant keeps the money."""
    dispute = await release(tx, dispute)
    dispute = await update_dispute(
        tx,
        dispute,
        status="disagreed",
        decision="disagreed",
        decision_note=note,
        decided_at=datetime.now(UTC),
        decided_by=by,
        due_at=None,
        ended_at=True,
    )
    await record_event(tx, dispute, "disagreed", by, person=person, amount=dispute.amount)
    return dispute


async def end(tx: Tx, dispute: MedCaseRow, status: str, by: str) -> MedCaseRow:
    """End the dispute with this status and release the hold."""
    dispute = await release(tx, dispute)
    dispute = await update_dispute(tx, dispute, status=status, due_at=None, ended_at=True)
    await record_event(tx, dispute, status, by, amount=dispute.returned or dispute.amount)
    return dispute


async def apply_refund_request(tx: Tx, dispute: MedCaseRow, refund_request: UUID, amount: int) -> MedCaseRow:
    """Apply the bank's refund request to an agreed dispute; at most the requested amount goes back."""
    most = min(amount, present(dispute.agreed))
    dispute = await update_dispute(
        tx,
        dispute,
        request_id=refund_request,
        request_status="OPEN",
        asked=amount,
        agreed=most,
        due_at=datetime.now(UTC) + RETURN_PERIOD,
        overdue_at=None,
    )
    return await block(tx, dispute, most) if dispute.blocked > most else dispute


async def alert_overdue(tx: Tx, dispute: MedCaseRow) -> None:
    """Alert staff, once per step."""
    await update_dispute(tx, dispute, overdue_at=True)
    await record(
        tx,
        "payin:med:overdue",
        company=PROVIDER,
        subject=str(dispute.id),
        actor="clock",
        data={"end_to_end_id": dispute.end_to_end_id, "amount": dispute.amount, "status": dispute.status},
    )


async def record_event(
    tx: Tx, dispute: MedCaseRow, what: str, by: str, *, person: UUID | None = None, **more: object
) -> None:
    await record(
        tx,
        f"payin:med:{what}",
        company=dispute.company_id,
        subject=str(dispute.id),
        actor=by,
        person=person,
        data={"end_to_end_id": dispute.end_to_end_id, **more},
    )


def is_open(dispute: MedCaseRow) -> bool:
    return dispute.status in OPEN
