"""Refunds a payment (devolução): holds the money on the merchant's balance now, and moves it when the provider
confirms.
"""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.charges import examples
from retaguarda.payin.charges.model import AVAILABLE, REFUND_WINDOW, Refund, RefundInput
from retaguarda.payin.charges.plan_facts import of_refund
from retaguarda.payin.charges.queries import PAYMENTS_LEFT, PaymentLeft, charge_for_update, charge_subject, refund_of
from retaguarda.payin.charges.request_refund import request_refund
from retaguarda.payin.charges.tables import CHARGES


async def _apply(tx: Tx, principal: Principal, given: RefundInput, path: Mapping[str, str]) -> Done:
    charge = await charge_for_update(tx, principal, path_id(path))
    payments = await fetch_all(
        tx,
        PaymentLeft,
        PAYMENTS_LEFT,
        {"company": charge.company_id, "charge": charge.id, "window": REFUND_WINDOW},
    )
    payment = choose_payment(payments, given.amount and given.amount.amount, given.end_to_end_id)
    amount = given.amount.amount if given.amount else payment.left
    refund = await request_refund(
        tx, payment, amount=amount, reason=given.reason, person=principal.person_id, account=AVAILABLE
    )
    return Done(str(charge.id), refund_of(refund), {"refund": str(refund.id), "amount": refund.amount})


def choose_payment(payments: list[PaymentLeft], amount: int | None, end_to_end_id: str | None = None) -> PaymentLeft:
    """Choose the payment to refund: the named one, or the first with enough left; without an amount, with anything
    left.

    Raises:
        ApiError: 400 or 409 when none qualifies.
    """
    if end_to_end_id is not None:
        payments = [payment for payment in payments if payment.end_to_end_id == end_to_end_id]
        if not payments:
            raise invalid_field("end_to_end_id", "not_found", "this charge has no such payment to refund")
    if not payments:
        raise ApiError(409, "nothing_to_refund", "nothing was received for this charge, or it is under review")
    in_time = [payment for payment in payments if payment.in_time]
    if not in_time:
        raise ApiError(409, "refund_too_late", f"a Pix is refunded within {REFUND_WINDOW.days} days")
    for payment in in_time:
        if payment.left >= (amount or 1):
            return payment
    if any(payment.reserved and payment.left + payment.reserved >= (amount or 1) for payment in in_time):
        most = max(0, *(payment.left for payment in in_time))
        raise ApiError(
            409,
            "refund_awaiting_approval",
            f"a refund of it waits for approval: at most {most} minor units can be asked for beside it",
        )
    if amount is None:
        raise ApiError(409, "nothing_to_refund", "all of it was given back already")
    most = max(payment.left for payment in in_time)
    raise invalid_field("amount", "refund_exceeds_received", f"at most {most} minor units are left to refund in one go")


def reserves(done: Done) -> tuple[str, int]:
    """Return what an approval reserves: an amount of the payment."""
    refund: Refund = done.result
    return f"pix:{refund.end_to_end_id}", refund.amount.amount


REFUND_CHARGE = Command(
    name="payin:refund:create",
    method="POST",
    path="/v1/payin/charges/{id:str}/refunds",
    summary="Refund a charge in part or in full",
    permission=Permission.PAYIN_REFUND_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=RefundInput,
    answers=Refund,
    apply=_apply,
    status=201,
    example=examples.REFUND,
    subject=charge_subject,
    approvable=True,
    reserves=reserves,
    shows=of_refund,
    bulk=CHARGES,
)
