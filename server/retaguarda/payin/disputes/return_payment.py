"""Returns the disputed money: a refund of nature MED_… captures the dispute's hold."""

from datetime import UTC, datetime, timedelta

from retaguarda.foundation.database import Row, Tx
from retaguarda.payin.disputes.disputed_holds import hold_key
from retaguarda.payin.disputes.transitions import tell
from retaguarda.payin.refunds.transitions import OfCase, request_refund

_NATURE = {"fraud": "MED_FRAUDE", "operational_flaw": "MED_OPERACIONAL"}
#: Wait before requesting again a refund that the bank did not carry out.
_AGAIN = timedelta(hours=1)


async def give_back(tx: Tx, case: Row) -> bool:
    """Request the refund of the held amount; False when nothing is held, one is under way, or it is too early.

    Args:
        case: agreed, with its request; locked by the caller.
    """
    if not case["blocked"] or await _under_way(tx, case):
        return False
    payment = await tx.one("select * from pix_payment where end_to_end_id = %(end_to_end_id)s", case)
    assert payment is not None
    refund = await request_refund(
        tx,
        payment,
        amount=case["blocked"],
        reason=None,
        person=None,
        account=case["account"],
        of_case=OfCase(case["id"], _NATURE[case["reason"]], hold_key(case)),
    )
    await tell(tx, case, "returning", "clock", amount=case["blocked"], refund=str(refund["id"]))
    return True


async def _under_way(tx: Tx, case: Row) -> bool:
    return await tx.value(
        "select exists (select 1 from refund where company_id = %(company_id)s and med_case = %(id)s"
        " and (status in ('requested', 'processing') or (status = 'failed' and created_at > %(since)s)))",
        case | {"since": datetime.now(UTC) - _AGAIN},
    )
