"""Give money back to the payer (devolução): a hold on the merchant's balance now, the provider's word moves it."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.charges import examples
from retaguarda.payin.charges.model import AVAILABLE, REFUND_WINDOW, Refund, RefundInput
from retaguarda.payin.charges.plan_facts import of_refund
from retaguarda.payin.charges.queries import charge_for_update, charge_subject, refund_of
from retaguarda.payin.refunds.transitions import request_refund

#: Of a payment: what is not given back yet, not on its way, and not reserved by a request that waits for approval; nothing while its bank asks it back (payin/med).
LEFT = (
    "select p.*, (select count(*) = 0 from med_case m where m.end_to_end_id = p.end_to_end_id and m.ended_at is null)"
    " as uncontested, greatest(p.amount - p.refunded - coalesce((select sum(r.amount) from refund r where r.end_to_end_id = p.end_to_end_id"
    " and r.status in ('requested', 'processing')), 0)::bigint - a.reserved, 0) as left, a.reserved, p.paid_at > now() - %(window)s as in_time"
    " from pix_payment p, lateral (select approval_reserved(p.company_id, 'pix:' || p.end_to_end_id) as reserved) a"
    " where p.company_id = %(company)s and p.status = 'settled'"
)
PAYMENTS_LEFT = f"{LEFT} and p.charge_id = %(charge)s order by p.paid_at, p.end_to_end_id"


async def _apply(tx: Tx, principal: Principal, given: RefundInput, path: Mapping[str, str]) -> Done:
    charge = await charge_for_update(tx, principal, uuid_of(path["id"]))
    payments = await tx.all(
        PAYMENTS_LEFT, {"company": charge["company_id"], "charge": charge["id"], "window": REFUND_WINDOW}
    )
    payment = choose(payments, given.amount and given.amount.amount, given.end_to_end_id)
    amount = given.amount.amount if given.amount else payment["left"]
    row = await request_refund(
        tx, payment, amount=amount, reason=given.reason, person=principal.person_id, account=AVAILABLE
    )
    return Done(str(charge["id"]), refund_of(row), {"refund": str(row["id"]), "amount": row["amount"]})


def choose(payments: list[Row], amount: int | None, end_to_end_id: str | None = None) -> Row:
    """The payment that is given back: the one that is named, or the first that has enough left; without an amount, anything.

    Raises:
        ApiError: 400 or 409, none of them can be.
    """
    if end_to_end_id is not None:
        payments = [payment for payment in payments if payment["end_to_end_id"] == end_to_end_id]
        if not payments:
            raise invalid_field("end_to_end_id", "not_found", "this charge has no such payment to refund")
    if not payments:
        raise ApiError(409, "nothing_to_refund", "nothing was received for this charge, or it is under review")
    in_time = [payment for payment in payments if payment["in_time"]]
    if not in_time:
        raise ApiError(409, "refund_too_late", f"a Pix is refunded within {REFUND_WINDOW.days} days")
    for payment in in_time:
        if payment["left"] >= (amount or 1):
            return payment
    if any(payment["reserved"] and payment["left"] + payment["reserved"] >= (amount or 1) for payment in in_time):
        most = max(0, *(payment["left"] for payment in in_time))
        raise ApiError(
            409,
            "refund_awaiting_approval",
            f"a refund of it waits for approval: at most {most} minor units can be asked for beside it",
        )
    if amount is None:
        raise ApiError(409, "nothing_to_refund", "all of it was given back already")
    most = max(payment["left"] for payment in in_time)
    raise invalid_field("amount", "refund_exceeds_received", f"at most {most} minor units are left to refund in one go")


def reserves(done: Done) -> tuple[str, int]:
    """What a refund takes its money from: the payment."""
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
)
