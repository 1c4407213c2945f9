"""Letters of banks, attached to the payout that they tell of. What evidence named is never taken away."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payouts.evidence.commands import DECIDE, OF_PAYOUT, uncertain
from retaguarda.payouts.evidence.queries import owner_of, payout_for_update, subject_of


async def _to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
    payout = uuid_of(request.path_params["id"])
    await payout_for_update(tx, principal, request.path_params)
    await uncertain(tx, principal.chosen(), payout)
    return Holder(owner_of(payout), subject_of(payout))


async def _to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
    payout = uuid_of(request.path_params["id"])
    key = {"company": principal.chosen(), "id": payout}
    if not await tx.value("select true from payout where company_id = %(company)s and id = %(id)s", key):
        raise not_found("payment")
    return Holder(owner_of(payout), subject_of(payout))


FILES = Attaching(
    path="/v1/payouts/payments/{id:str}/evidence/files",
    thing="the evidence of a payment",
    added="payouts:evidence:file_added",
    taken="payouts:evidence:file_downloaded",
    infected="payouts:evidence:file_infected",
    write=DECIDE,
    read=DECIDE,
    scope=OF_PAYOUT,
    to_add=_to_add,
    to_read=_to_read,
)
