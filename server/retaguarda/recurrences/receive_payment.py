"""Receives the Pix payment of a recurring charge: posts it once, as any payment, and marks the charge paid."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.money import BRL
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges import postings
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.payments.jobs import Deposits
from retaguarda.payin.payments.recurring_cycles import settle_recurring_charge
from retaguarda.payin.payments.write_payment import add_payment
from retaguarda.payin.settings.charge_terms import fee_on
from retaguarda.payin.splits.share_payment import share_payment
from retaguarda.providers.pix import Pix
from retaguarda.recurrences.rows import RecurringChargeRow


class _Charge(RecurringChargeRow, frozen=True, kw_only=True):
    account_blocked: bool | None


def before(others: Deposits) -> Deposits:
    """Return a handler that receives payments of recurring charges, and passes the rest to ``others``."""

    async def receive(tx: Tx, connection_id: UUID, pix: Pix) -> bool | None:
        received = await receive_recurring(tx, connection_id, pix)
        return await others(tx, connection_id, pix) if received is None else received

    return receive


async def receive_recurring(tx: Tx, connection_id: UUID, pix: Pix) -> bool | None:
    """Receive the payment of a recurring charge.

    A payment that does not fit (another amount, a second payment, a charge that is over, a blocked account, a rule's
    hold) stays on the account in_review until a person decides, as in pay-in.

    Returns:
        None when the payment is of no recurring charge; False when we knew it already.
    """
    charge = await fetch_one(
        tx,
        _Charge,
        "select c.*, (select a.blocked_in from ledger_account a where a.company_id = c.company_id and a.code = 'available'"
        " and a.currency = c.currency) as account_blocked from recurring_charge c"
        " where c.connection_id = %(connection)s and c.txid = %(txid)s for no key update of c",
        {"connection": connection_id, "txid": pix.txid or ""},
    )
    if charge is None:
        return None
    reason, company = _reason_to_review(charge, pix), charge.company_id
    payment = await add_payment(
        tx,
        {
            "company_id": company,
            "end_to_end_id": pix.endToEndId,
            "connection_id": connection_id,
            "txid": pix.txid,
            "amount": int(pix.valor),
            "currency": BRL,
            "fee": 0 if reason else await fee_on(tx, company, "automatic", int(pix.valor)),
            "paid_at": pix.horario,
            "payer_name": pix.pagador.nome if pix.pagador else None,
            "payer_document": pix.pagador.document or None if pix.pagador else None,
            "status": "under_review" if reason else "settled",
            "review_reason": reason,
            "parted": reason is None and charge.split is not None,
        },
    )
    if payment is None:
        return False
    if payment.review_reason:
        await postings.post_in_review(tx, payment)
        data = {"end_to_end_id": pix.endToEndId, "received": int(pix.valor), "reason": payment.review_reason}
        await record(tx, "payin:payment:under_review", company=company, subject=str(charge.id), actor=ACTOR, data=data)
        return True
    await postings.post_payment(tx, payment, await share_payment(tx, charge.id, charge.split, payment, recurring=True))
    await settle_recurring_charge(tx, charge.id, charge.status, payment)
    return True


def _reason_to_review(charge: _Charge, pix: Pix) -> str | None:
    if charge.status == "paid":
        return "duplicate"
    if charge.status not in ("created", "pending", "active"):
        return "late"
    if int(pix.valor) != charge.amount:
        return "amount_differs"
    if charge.account_blocked:
        return "account_blocked"
    return "rule" if charge.held else None
