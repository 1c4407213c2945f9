"""Ask a payment back: opens a dispute (MED) at the receiver's bank."""

from collections.abc import Mapping

from retaguarda.account.disputes.commands import OPENED_OF_PAYMENT, open_dispute
from retaguarda.account.disputes.model import Claim, ClaimInput
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.payouts.payments.queries import of_payment, payment_for_update
from retaguarda.payouts.verify_factor import guarded_subject


async def _ask_back(tx: Tx, principal: Principal, given: ClaimInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    raw, _ = await payment_for_update(tx, principal, path)
    return await open_dispute(tx, principal, raw, given)


ASK_BACK = Command(
    name=OPENED_OF_PAYMENT,
    method="POST",
    path="/v1/payouts/payments/{id:str}/claims",
    summary="Ask a payment back that was sent (MED): a fraud, or a flaw of a system",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    scope=guarded_subject(of_payment),
    planned=True,
    input=ClaimInput,
    answers=Claim,
    apply=_ask_back,
    status=201,
)
