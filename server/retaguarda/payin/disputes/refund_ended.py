"""Ends the refund of a dispute, in the transaction in which the money moved or failed to."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import present
from retaguarda.payin.disputes.disputed_holds import update_dispute
from retaguarda.payin.disputes.model import BANK
from retaguarda.payin.disputes.transitions import lock_dispute, record_event
from retaguarda.payin.rows import RefundRow


async def refund_ended(tx: Tx, refund: RefundRow, *, settled: bool) -> None:
    """Apply the end of ``refund``, the row as it was requested. After a failure the hold stays, and the clock requests
    the refund again.
    """
    assert refund.med_case is not None
    dispute = await lock_dispute(tx, refund.company_id, refund.med_case)
    assert dispute is not None
    if not settled:
        await record_event(tx, dispute, "return_failed", BANK, amount=refund.amount)
        return
    returned = dispute.returned + refund.amount
    whole = returned >= present(dispute.agreed)
    status = "returned" if whole else "recovering"
    # The capture used the hold up.
    dispute = await update_dispute(
        tx,
        dispute,
        returned=returned,
        blocked=0,
        status=status,
        due_at=None if whole else dispute.recover_until,
        overdue_at=None,
        ended_at=True if whole else None,
    )
    await record_event(tx, dispute, status, BANK, amount=refund.amount, returned=returned)
