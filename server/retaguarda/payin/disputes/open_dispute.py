"""Opens a dispute: writes it and holds the money in one transaction, once per report."""

from datetime import datetime
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.lock_payment import lock_payment
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.charges.request_refund import HELD_ON
from retaguarda.payin.disputes.disputed_holds import block
from retaguarda.payin.disputes.model import BANK, FLAW_ANSWER, FRAUD_ANSWER, RECOVERY_PERIOD
from retaguarda.payin.disputes.transitions import record_event
from retaguarda.payin.rows import MedCaseRow, PixPaymentRow
from retaguarda.providers.dict import RefundRequest, Report


class _Payment(PixPaymentRow, frozen=True, kw_only=True):
    left_over: int


#: The payment with the amount that is neither refunded nor being refunded.
_PAYMENT = (
    "select p.*, p.amount - p.refunded - coalesce((select sum(r.amount) from refund r where r.end_to_end_id = p.end_to_end_id"
    " and r.status in ('requested', 'processing')), 0)::bigint as left_over from pix_payment p where p.end_to_end_id = %(id)s"
)


async def _lock_payment(tx: Tx, end_to_end_id: str) -> _Payment | None:
    """Lock and return the payment, so that nobody refunds it meanwhile. Take the rows first, then the lock, in a
    refund's order.
    """
    key = {"id": end_to_end_id}
    await tx.execute(
        "select 1 from charge c join pix_payment p on p.company_id = c.company_id and p.charge_id = c.id"
        " where p.end_to_end_id = %(id)s for key share of c",
        key,
    )
    await tx.execute("select 1 from pix_payment where end_to_end_id = %(id)s for key share", key)
    await lock_payment(tx, end_to_end_id)
    return await fetch_one(tx, _Payment, _PAYMENT, key)


async def open_for_report(tx: Tx, report: Report) -> MedCaseRow | None:
    """Open the dispute of a fraud report.

    Returns:
        None when it exists, the payment is unknown, or another dispute of the payment is open.
    """
    payment = await _lock_payment(tx, report.transaction_id)
    if payment is None:
        return None
    return await _open(
        tx,
        payment,
        report_id=report.id,
        request_id=None,
        reason="fraud",
        bank=report.debited_participant,
        details=report.details,
        asked=payment.amount,
        opened_at=report.created_at,
        due_at=report.created_at + FRAUD_ANSWER,
    )


async def open_for_request(tx: Tx, request: RefundRequest) -> MedCaseRow | None:
    """Open the dispute of a refund request for an operational flaw, which has no report; None as in open_for_report()."""
    payment = await _lock_payment(tx, request.transaction_id)
    if payment is None:
        return None
    return await _open(
        tx,
        payment,
        report_id=None,
        request_id=request.id,
        reason="operational_flaw",
        bank=request.requesting_participant,
        details=request.details,
        asked=request.amount,
        opened_at=request.created_at,
        due_at=request.created_at + FLAW_ANSWER,
    )


async def _open(
    tx: Tx,
    payment: _Payment,
    *,
    report_id: UUID | None,
    request_id: UUID | None,
    reason: str,
    bank: str,
    details: str,
    asked: int,
    opened_at: datetime,
    due_at: datetime,
) -> MedCaseRow | None:
    dispute = await fetch_one(
        tx,
        MedCaseRow,
        "insert into med_case (company_id, id, end_to_end_id, charge_id, report_id, request_id, report_status, request_status,"
        " reason, status, payer_bank, details, account, amount, currency, asked, opened_at, due_at, recover_until)"
        " values (%(company)s, %(id)s, %(e2e)s, %(charge)s, %(report)s, %(request)s, %(report_status)s, %(request_status)s,"
        " %(reason)s, 'to_answer', %(bank)s, %(details)s, %(account)s, %(amount)s, %(currency)s, %(asked)s, %(opened)s, %(due)s, %(until)s)"
        " on conflict do nothing returning *",
        {
            "company": payment.company_id,
            "id": uuid7(),
            "e2e": payment.end_to_end_id,
            "charge": payment.charge_id,
            "report": report_id,
            "request": request_id,
            "report_status": "OPEN" if report_id else None,
            "request_status": "OPEN" if request_id else None,
            "reason": reason,
            "bank": bank,
            "details": details,
            "account": HELD_ON.get(payment.status, AVAILABLE),
            "amount": min(asked, payment.left_over),
            "asked": asked,
            "currency": payment.currency,
            "opened": opened_at,
            "due": due_at,
            "until": payment.paid_at + RECOVERY_PERIOD,
        },
    )
    if dispute is None:
        return None
    dispute = await block(tx, dispute, dispute.amount)
    await record_event(
        tx, dispute, "opened", BANK, amount=dispute.amount, blocked=dispute.blocked, reason=reason, due_at=due_at
    )
    return dispute
