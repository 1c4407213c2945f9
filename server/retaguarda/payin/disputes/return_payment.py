"""Returns the disputed money: a refund of nature MED_… captures the dispute's hold."""

from datetime import UTC, datetime, timedelta

from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.request_refund import DisputeRefund, request_refund
from retaguarda.payin.disputes.disputed_holds import hold_key
from retaguarda.payin.disputes.transitions import record_event
from retaguarda.payin.rows import MedCaseRow, PixPaymentRow

_NATURE = {"fraud": "MED_FRAUDE", "operational_flaw": "MED_OPERACIONAL"}
#: Wait before requesting again a refund that the bank did not carry out.
_RETRY_AFTER = timedelta(hours=1)


async def return_money(tx: Tx, dispute: MedCaseRow) -> bool:
    """Request the refund of the held amount; False when nothing is held, one is under way, or it is too early.

    Args:
        dispute: agreed, with its request; locked by the caller.
    """
    if not dispute.blocked or await _must_wait(tx, dispute):
        return False
    payment = await fetch_one(
        tx, PixPaymentRow, "select * from pix_payment where end_to_end_id = %(end_to_end_id)s", dispute
    )
    assert payment is not None
    refund = await request_refund(
        tx,
        payment,
        amount=dispute.blocked,
        reason=None,
        person=None,
        account=dispute.account,
        dispute=DisputeRefund(dispute.id, _NATURE[dispute.reason], hold_key(dispute.id, dispute.holds)),
    )
    await record_event(tx, dispute, "returning", "clock", amount=dispute.blocked, refund=str(refund.id))
    return True


async def _must_wait(tx: Tx, dispute: MedCaseRow) -> bool:
    return await tx.value(
        "select exists (select 1 from refund where company_id = %(company_id)s and med_case = %(id)s"
        " and (status in ('requested', 'processing') or (status = 'failed' and created_at > %(since)s)))",
        dispute.with_columns(since=datetime.now(UTC) - _RETRY_AFTER),
    )
