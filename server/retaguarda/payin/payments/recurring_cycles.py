"""Settles payments of recurring charges (Pix Automático) for the review of payments."""

from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.rows import PixPaymentRow

#: Review reasons of a payment that did match its recurring charge; any other, once accepted, stays without a charge.
_HELD_REASONS = ("rule", "account_blocked")


class CycleCharge(msgspec.Struct, frozen=True):
    """What a payment needs of the recurring charge that it pays."""

    id: UUID
    status: str
    split: Any


async def lock_recurring_charge(tx: Tx, payment: PixPaymentRow) -> CycleCharge | None:
    """Return the recurring charge, locked, that a payment under review matches; None where it matches none."""
    if payment.charge_id or payment.review_reason not in _HELD_REASONS:
        return None
    return await fetch_one(
        tx,
        CycleCharge,
        "select * from recurring_charge_lock(%(company_id)s, %(connection_id)s, %(txid)s)",
        payment,
    )


async def settle_recurring_charge(tx: Tx, charge: UUID, before: str, payment: PixPaymentRow) -> None:
    """Mark a recurring charge of status ``before`` as paid by its payment, and record both."""
    await tx.execute(
        """
        select recurring_charge_pay(
            %(company_id)s, %(charge)s, %(amount)s, %(fee)s, %(paid_at)s, %(end_to_end_id)s)
        """,
        payment.with_columns(charge=charge),
    )
    company, subject = payment.company_id, str(charge)
    amounts = {"fee": payment.fee}
    data = amounts | {"end_to_end_id": payment.end_to_end_id, "received": payment.amount}
    await record(
        tx,
        "payin:payment:settled",
        company=company,
        subject=subject,
        actor=ACTOR,
        data=data | {"paid_at": payment.paid_at},
    )
    data = amounts | {"from": before, "to": "paid", "amount": payment.amount}
    await record(tx, "pix:charge:paid", company=company, subject=subject, actor=ACTOR, data=data)
