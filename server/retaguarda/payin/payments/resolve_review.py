"""Decides a payment under review: accept it for the merchant, or refund it."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.payin.charges.lock_payment import refuse_disputed
from retaguarda.payin.charges.model import IN_REVIEW, Payment, Refund
from retaguarda.payin.charges.plan_facts import of_review
from retaguarda.payin.charges.queries import OF_PAYMENT, payment_of, refund_of
from retaguarda.payin.charges.request_refund import request_refund
from retaguarda.payin.payments.receive_payment import accept_reviewed
from retaguarda.payin.payments.release_payment import release_payment
from retaguarda.payin.rows import PixPaymentRow

_RECURRING = "recurring_charge c join pix_payment p on c.connection_id = p.connection_id and c.txid = p.txid"


async def _lock_review(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PixPaymentRow:
    key = {"company": principal.chosen(), "id": path["id"]}
    # Lock the charge first, or the recurring charge: the order of docs/decisions/order-of-locks.md.
    for of_payment in ("charge c join pix_payment p on c.id = p.charge_id", _RECURRING):
        await tx.execute(
            f"select from {of_payment} and c.company_id = p.company_id"
            " where p.company_id = %(company)s and p.end_to_end_id = %(id)s for no key update of c",
            key,
        )
    row = await tx.one(
        "select * from pix_payment where company_id = %(company)s and end_to_end_id = %(id)s for no key update", key
    )
    if row is None:
        raise not_found("payment")
    refunding = await tx.value(
        "select exists (select 1 from refund where end_to_end_id = %(end_to_end_id)s and status in ('requested', 'processing'))",
        row,
    )
    if row["status"] != "under_review" or refunding:
        raise ApiError(409, "review_closed", "this payment is decided already")
    return PixPaymentRow.of(row)


async def _accept(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    payment = await _lock_review(tx, principal, path)
    await refuse_disputed(tx, payment.end_to_end_id)
    if payment.refunded:
        raise ApiError(409, "partly_given_back", "a part of this payment went back already: give back the rest")
    await release_payment(tx, principal, payment.company_id, payment.end_to_end_id, "accepted")
    accepted = await accept_reviewed(tx, payment)
    return Done(
        str(payment.charge_id or payment.end_to_end_id),
        payment_of(accepted),
        {"end_to_end_id": payment.end_to_end_id, "amount": payment.amount},
    )


async def _refund(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    payment = await _lock_review(tx, principal, path)
    await release_payment(tx, principal, payment.company_id, payment.end_to_end_id, "returned")
    amount = payment.amount - payment.refunded
    refund = await request_refund(
        tx, payment, amount=amount, reason=None, person=principal.person_id, account=IN_REVIEW
    )
    return Done(
        str(payment.charge_id or payment.end_to_end_id),
        refund_of(refund),
        {"refund": str(refund.id), "end_to_end_id": payment.end_to_end_id, "amount": amount},
    )


async def _subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Payment | None:
    row = await tx.one(
        "select * from pix_payment where company_id = %(company)s and end_to_end_id = %(id)s",
        {"company": principal.chosen(), "id": path["id"]},
    )
    return payment_of(PixPaymentRow.of(row)) if row else None


ACCEPT_REVIEW = Command(
    name="payin:review:accept",
    method="POST",
    path="/v1/payin/reviews/{id:str}/accept",
    summary="Take a payment under review as the merchant's",
    permission=Permission.PAYIN_REVIEW_WRITE,
    scope=OF_PAYMENT,
    planned=True,
    input=Nothing,
    answers=Payment,
    apply=_accept,
    subject=_subject,
    approvable=True,
    shows=of_review,
)

REFUND_REVIEW = Command(
    name="payin:review:refund",
    method="POST",
    path="/v1/payin/reviews/{id:str}/refund",
    summary="Give a payment under review back to its payer",
    permission=Permission.PAYIN_REVIEW_WRITE,
    scope=OF_PAYMENT,
    planned=True,
    input=Nothing,
    answers=Refund,
    apply=_refund,
    status=201,
    subject=_subject,
    approvable=True,
    shows=of_review,
)
