"""The money of a case goes back: a devolução of nature MED_… takes what the case has set aside."""

from datetime import UTC, datetime, timedelta

from retaguarda.foundation.database import Row, Tx
from retaguarda.payin.disputes.disputed_holds import hold_key
from retaguarda.payin.disputes.transitions import tell
from retaguarda.payin.refunds.transitions import OfCase, request_refund

_NATURE = {"fraud": "MED_FRAUDE", "operational_flaw": "MED_OPERACIONAL"}
#: A devolução that the bank did not carry out is asked for again, not at once.
_AGAIN = timedelta(hours=1)


async def give_back(tx: Tx, case: Row) -> bool:
    """Asks for the devolução of what is set aside; False: there is nothing, or one is on its way, or it is not time.

    Args:
        case: agreed to, with its request; locked by the caller.
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
