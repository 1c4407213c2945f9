"""Ends the refund of a dispute, in the transaction in which the money moved or failed to."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.payin.disputes.disputed_holds import changed
from retaguarda.payin.disputes.model import BANK
from retaguarda.payin.disputes.transitions import lock_case, tell


async def refund_ended(tx: Tx, refund: Row, *, settled: bool) -> None:
    """Apply the end of ``refund``, the row as it was requested. After a failure the hold stays, and the clock requests
    the refund again.
    """
    case = await lock_case(tx, refund["company_id"], refund["med_case"])
    assert case is not None
    if not settled:
        await tell(tx, case, "return_failed", BANK, amount=refund["amount"])
        return
    returned = case["returned"] + refund["amount"]
    whole = returned >= case["agreed"]
    status = "returned" if whole else "recovering"
    # The capture used the hold up.
    case = await changed(
        tx,
        case,
        returned=returned,
        blocked=0,
        status=status,
        due_at=None if whole else case["recover_until"],
        overdue_at=None,
        ended_at=True if whole else None,
    )
    await tell(tx, case, status, BANK, amount=refund["amount"], returned=returned)
