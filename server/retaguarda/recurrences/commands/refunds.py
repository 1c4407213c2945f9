"""Refunds what a recurring charge received, as the refund of any payment."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.charges.model import AVAILABLE, REFUND_WINDOW, Refund
from retaguarda.payin.charges.plan_facts import of_refund
from retaguarda.payin.charges.queries import LEFT, PaymentLeft, refund_of
from retaguarda.payin.charges.request_refund import request_refund
from retaguarda.payin.refunds.refund_charge import REFUND_CHARGE, choose_payment, reserves
from retaguarda.recurrences import examples
from retaguarda.recurrences.model import RecurringRefundInput
from retaguarda.recurrences.queries import charge_subject, lock_row
from retaguarda.recurrences.rows import RecurringChargeRow

PAYMENT_LEFT = f"{LEFT} and p.end_to_end_id = %(payment)s"


async def _apply(tx: Tx, principal: Principal, given: RecurringRefundInput, path: Mapping[str, str]) -> Done:
    charge = await lock_row(tx, principal, path, RecurringChargeRow)
    payments = await fetch_all(
        tx,
        PaymentLeft,
        PAYMENT_LEFT,
        {"company": charge.company_id, "payment": charge.end_to_end_id, "window": REFUND_WINDOW},
    )
    refund = await request_refund(
        tx,
        choose_payment(payments, given.amount.amount),
        amount=given.amount.amount,
        reason=given.reason,
        person=principal.person_id,
        account=AVAILABLE,
    )
    return Done(str(charge.id), refund_of(refund), {"refund": str(refund.id), "amount": refund.amount})


REFUND_RECURRING_CHARGE = Command(
    name="pix:refund:create",
    method="POST",
    path="/v1/pix/charges/{id:str}/refunds",
    summary="Refund the charge of a cycle, in part or in full",
    permission=Permission.PAYIN_REFUND_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=RecurringRefundInput,
    answers=Refund,
    apply=_apply,
    status=201,
    example=examples.RECURRING_REFUND,
    subject=charge_subject,
    approvable=True,
    reserves=reserves,
    also=(REFUND_CHARGE.name,),
    shows=of_refund,
)
