"""What pay-in does about the charge of a cycle (Pix Automático): its payment is one like any other, and makes it paid."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.payin.charges.transitions import ACTOR

#: Held although it is what was asked for; everything else under review stays a Pix without a charge when it is accepted.
_HELD = ("rule", "account_blocked")


async def held_cycle(tx: Tx, payment: Row) -> Row | None:
    """The charge that a payment under review is of, locked; None: it is of none, or not what was asked for."""
    if payment["charge_id"] or payment["review_reason"] not in _HELD:
        return None
    return await tx.one(
        "select * from recurring_charge where company_id = %(company_id)s and connection_id = %(connection_id)s"
        " and txid = %(txid)s and status <> 'paid' for no key update",
        payment,
    )


async def cycle_paid(tx: Tx, charge: Row, payment: Row) -> None:
    await tx.execute(
        """
        select recurring_charge_pay(
            %(company_id)s, %(charge)s, %(amount)s, %(fee)s, %(paid_at)s, %(end_to_end_id)s)
        """,
        payment | {"charge": charge["id"]},
    )
    company, subject = payment["company_id"], str(charge["id"])
    amounts = {"fee": payment["fee"]}
    data = amounts | {"end_to_end_id": payment["end_to_end_id"], "received": payment["amount"]}
    await record(
        tx,
        "payin:payment:settled",
        company=company,
        subject=subject,
        actor=ACTOR,
        data=data | {"paid_at": payment["paid_at"]},
    )
    data = amounts | {"from": charge["status"], "to": "paid", "amount": payment["amount"]}
    await record(tx, "pix:charge:paid", company=company, subject=subject, actor=ACTOR, data=data)
