"""Return a whole deposit to its payer by a Pix devolução: hold the money now, post it when the provider confirms."""

from collections.abc import Mapping

from retaguarda.account.deposits.model import Deposit, ReturnInput
from retaguarda.account.deposits.plan_facts import of_deposit
from retaguarda.account.deposits.queries import OF_DEPOSIT, deposit_for_update, deposit_subject, load_deposit
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.model import AVAILABLE, REFUND_WINDOW
from retaguarda.payin.charges.postings import UNIDENTIFIED
from retaguarda.payin.charges.request_refund import request_refund
from retaguarda.payin.rows import PixPaymentRow

#: States in which no part of a deposit was returned or is being returned.
RETURNABLE = ("unidentified", "credited", "claimed")


async def _apply(tx: Tx, principal: Principal, given: ReturnInput, path: Mapping[str, str]) -> Done:
    deposit = await deposit_for_update(tx, principal, path)
    # While this waited for the lock, somebody may have assigned the deposit to another merchant: never refund in that
    # one's name.
    if deposit.status not in RETURNABLE or deposit.company_id != principal.chosen():
        raise ApiError(409, "deposit_decided", f"this deposit is {deposit.status}")
    if deposit.end_to_end_id is None:
        raise ApiError(409, "deposit_not_pix", "what came by a bank's file has no way back by Pix")
    if not await tx.value(
        "select %(paid_at)s > now() - %(window)s", {"paid_at": deposit.paid_at, "window": REFUND_WINDOW}
    ):
        raise ApiError(409, "refund_too_late", f"a Pix is refunded within {REFUND_WINDOW.days} days")
    reason = clean("reason", given.reason)
    payment = await fetch_one(
        tx, PixPaymentRow, "select * from pix_payment where end_to_end_id = %(end_to_end_id)s", deposit
    )
    assert payment is not None
    refund = await request_refund(
        tx,
        payment,
        amount=deposit.amount - (deposit.refunded or 0),
        reason=reason,
        person=principal.person_id,
        account=UNIDENTIFIED if deposit.status == "unidentified" else AVAILABLE,
    )
    await tx.execute(
        "update deposit set status = 'returning', reason = %(reason)s where id = %(id)s",
        {"id": deposit.id, "reason": reason},
    )
    return Done(
        str(deposit.id),
        await load_deposit(tx, principal, path),
        {"refund": str(refund.id), "amount": refund.amount, "reason": reason},
    )


RETURN_DEPOSIT = Command(
    name="account:deposit:return",
    method="POST",
    path="/v1/account/deposits/{id:str}/return",
    summary="Send a deposit back to its payer",
    permission=Permission.PAYOUT_DEPOSIT_WRITE,
    scope=OF_DEPOSIT,
    planned=True,
    input=ReturnInput,
    answers=Deposit,
    apply=_apply,
    subject=deposit_subject,
    approvable=True,
    shows=of_deposit,
)
