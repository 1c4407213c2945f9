"""The transitions of a dispute. Each takes the row that the caller has locked and returns it as changed."""

from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.disputes.disputed_holds import block, changed, release
from retaguarda.payin.disputes.model import ASKING, FLAW, OPEN, RETURNING


async def lock_case(tx: Tx, company: int, case: UUID) -> Row | None:
    return await tx.one(
        "select * from med_case where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": case},
    )


def refuse_unless(case: Row, *statuses: str) -> None:
    """Refuse a dispute in any other status.

    Raises:
        ApiError: 409 ``med_case_decided``, naming the status.
    """
    if case["status"] not in statuses:
        raise ApiError(409, "med_case_decided", f"this case is {case['status']}")


async def agree(
    tx: Tx,
    case: Row,
    amount: int,
    *,
    note: str | None,
    by: str,
    person: UUID | None = None,
    now: datetime | None = None,
) -> Row:
    """Agree that ``amount`` goes back, and release what is held beyond it.

    Raises:
        ApiError: 409 ``nothing_to_return``: the whole payment was refunded before the dispute.
    """
    if case["amount"] == 0:
        raise ApiError(409, "nothing_to_return", "the whole payment was given back before it was reported")
    asked, now = case["request_id"] is not None, now or datetime.now(UTC)
    case = await changed(
        tx,
        case,
        status="agreed",
        decision="agreed",
        agreed=amount,
        decision_note=note,
        decided_at=now,
        decided_by=by,
        due_at=case["opened_at"] + FLAW if asked else now + ASKING,
        overdue_at=None,
    )
    case = await block(tx, case, min(amount, case["blocked"])) if case["blocked"] > amount else case
    await tell(tx, case, "agreed", by, person=person, amount=amount)
    return case


async def disagree(tx: Tx, case: Row, *, note: str, by: str, person: UUID | None = None) -> Row:
    """Disagree: release the hold, so that the merchant keeps the money."""
    case = await release(tx, case)
    case = await changed(
        tx,
        case,
        status="disagreed",
        decision="disagreed",
        decision_note=note,
        decided_at=datetime.now(UTC),
        decided_by=by,
        due_at=None,
        ended_at=True,
    )
    await tell(tx, case, "disagreed", by, person=person, amount=case["amount"])
    return case


async def end(tx: Tx, case: Row, status: str, by: str) -> Row:
    """End the dispute with this status and release the hold."""
    case = await release(tx, case)
    case = await changed(tx, case, status=status, due_at=None, ended_at=True)
    await tell(tx, case, status, by, amount=case["returned"] or case["amount"])
    return case


async def asked_for(tx: Tx, case: Row, refund_request: UUID, amount: int) -> Row:
    """Apply the bank's refund request to an agreed dispute; at most the requested amount goes back."""
    most = min(amount, case["agreed"])
    case = await changed(
        tx,
        case,
        request_id=refund_request,
        request_status="OPEN",
        asked=amount,
        agreed=most,
        due_at=datetime.now(UTC) + RETURNING,
        overdue_at=None,
    )
    return await block(tx, case, most) if case["blocked"] > most else case


async def overdue(tx: Tx, case: Row) -> None:
    """Alert staff, once per step."""
    await changed(tx, case, overdue_at=True)
    await record(
        tx,
        "payin:med:overdue",
        company=PROVIDER,
        subject=str(case["id"]),
        actor="clock",
        data={"amount": case["amount"], "status": case["status"]},
    )


async def tell(tx: Tx, case: Row, what: str, by: str, *, person: UUID | None = None, **more: object) -> None:
    await record(
        tx,
        f"payin:med:{what}",
        company=case["company_id"],
        subject=str(case["id"]),
        actor=by,
        person=person,
        data={"end_to_end_id": case["end_to_end_id"], **more},
    )


def is_open(case: Row) -> bool:
    return case["status"] in OPEN
