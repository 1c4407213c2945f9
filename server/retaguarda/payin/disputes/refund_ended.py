"""A devolução of a case has ended: in the transaction in which the money moved, or did not."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.payin.disputes.disputed_holds import changed
from retaguarda.payin.disputes.model import BANK
from retaguarda.payin.disputes.transitions import lock_case, tell


async def refund_ended(tx: Tx, refund: Row, *, settled: bool) -> None:
    """``refund`` as it was asked for. One that failed leaves the money set aside; it is asked for again by the clock."""
    case = await lock_case(tx, refund["company_id"], refund["med_case"])
    assert case is not None
    if not settled:
        await tell(tx, case, "return_failed", BANK, amount=refund["amount"])
        return
    returned = case["returned"] + refund["amount"]
    whole = returned >= case["agreed"]
    status = "returned" if whole else "recovering"
    # The hold is gone with the capture.
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
