"""Receives a Pix payment that the provider confirmed: posts it once per endToEndId and moves its charge."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges import postings
from retaguarda.payin.charges.due_terms import cost
from retaguarda.payin.charges.revision import Revision
from retaguarda.payin.charges.transitions import ACTOR, Recorded, record_move
from retaguarda.payin.payments.recurring_cycles import lock_recurring_charge, settle_recurring_charge
from retaguarda.payin.rows import ChargeRow, PixPaymentRow
from retaguarda.payin.settings.charge_terms import fee_on
from retaguarda.payin.splits.share_payment import share_payment
from retaguarda.payin.static_codes.receive_payment import BLOCKED, PaidCharge, create_code_charge
from retaguarda.providers.pix import Pix
from retaguarda.providers.pix.due import day_of, payable_until


async def receive_payment(tx: Tx, connection_id: UUID, pix: Pix) -> bool:
    """Write and post one Pix payment; False when we knew it already.

    A payment of a static code gets a charge. A payment that fits its charge goes to the merchant's balance less the
    fee. One that does not (no charge, another amount, a second payment, after expiry, a blocked account, a payer on the
    block list) stays on the account in_review until a person decides.
    """
    charge = await fetch_one(
        tx,
        PaidCharge,
        f"select s.*, {BLOCKED} as account_blocked, false as code_disabled from charge s where connection_id = %(connection)s and txid = %(txid)s"
        " for no key update",
        {"connection": connection_id, "txid": pix.txid or ""},
    ) or await create_code_charge(tx, connection_id, pix)
    company = charge.company_id if charge else PROVIDER
    reason = reason_to_review(charge, pix)
    fee = 0 if reason or charge is None else await fee_on(tx, company, charge.kind, int(pix.valor))
    written = await tx.one(
        "insert into pix_payment (company_id, end_to_end_id, connection_id, charge_id, txid, amount, currency, fee, paid_at,"
        " payer_name, payer_document, status, review_reason, parted) values (%(company)s, %(e2e)s, %(connection)s, %(charge)s,"
        " %(txid)s, %(amount)s, %(currency)s, %(fee)s, %(at)s, %(name)s, %(document)s, %(status)s, %(reason)s, %(parted)s)"
        " on conflict (end_to_end_id) do nothing returning *",
        {
            "company": company,
            "e2e": pix.endToEndId,
            "connection": connection_id,
            "charge": charge.id if charge else None,
            "txid": pix.txid,
            "amount": int(pix.valor),
            "currency": BRL,
            "fee": fee,
            "at": pix.horario,
            "name": pix.pagador.nome if pix.pagador else None,
            "document": pix.pagador.document or None if pix.pagador else None,
            "status": "under_review" if reason else "settled",
            "reason": reason,
            "parted": reason is None and charge is not None and charge.split is not None,
        },
    )
    if written is None:
        return False
    payment = PixPaymentRow.of(written)
    # The statement itself holds what comes from a payer on the block list (payin/sql/payments.sql).
    if payment.review_reason:
        await postings.post_in_review(tx, payment)
        await _put_under_review(tx, charge, payment)
    else:
        assert charge is not None
        await postings.post_payment(tx, payment, await share_payment(tx, charge.id, charge.split, payment))
        await _mark_paid(tx, charge, payment)
    return True


def reason_to_review(charge: PaidCharge | None, pix: Pix) -> str | None:
    """Return why the payment needs a review; None when it simply pays its charge."""
    if charge is None:
        return "unknown_charge"
    if charge.paid or charge.status in ("under_review", "partially_refunded", "refunded", "paid"):
        return "duplicate"
    # The provider's time counts: a payment made in time is in time, even when we learn of it later.
    versions = _versions(charge, pix)
    if (
        charge.status in ("cancelled", "failed")
        or charge.code_disabled
        or all(pix.horario > until for until, _ in versions)
    ):
        return "late"
    if int(pix.valor) not in [amount for _, amount in versions]:
        return "amount_differs"
    if charge.account_blocked:
        return "account_blocked"
    if charge.held:
        return "rule"
    return None


def _versions(charge: PaidCharge, pix: Pix) -> list[tuple[datetime, int]]:
    """Return until when the charge is paid in time, and its cost at the payment: as it is, and as revised, for the
    provider may have agreed to the revision before we learn of it.
    """
    if charge.kind != "due":
        return [(charge.expires_at, charge.amount)]
    assert charge.due_date is not None
    day = day_of(pix.horario)
    versions = [(charge.expires_at, cost(charge.amount, charge.terms, charge.due_date, day).total.amount)]
    if charge.revising is not None:
        wanted = msgspec.convert(charge.revising, Revision)
        until = payable_until(wanted.due_date, wanted.valid_days)
        versions.append((until, cost(wanted.amount, wanted.terms, wanted.due_date, day).total.amount))
    return versions


async def _mark_paid(tx: Tx, charge: Recorded, payment: PixPaymentRow) -> None:
    """Add a settled payment to its charge."""
    status: str = await tx.value(
        "update charge set paid = paid + %(amount)s, fee = fee + %(fee)s, last_error = null,"
        " status = case when refunded > 0 then 'partially_refunded' else 'paid' end,"
        " paid_at = coalesce(paid_at, %(paid_at)s), end_to_end_id = coalesce(end_to_end_id, %(end_to_end_id)s),"
        " payer_name = coalesce(payer_name, %(payer_name)s), payer_document = coalesce(payer_document, %(payer_document)s)"
        " where company_id = %(company_id)s and id = %(charge_id)s returning status",
        payment,
    )
    data = {"end_to_end_id": payment.end_to_end_id, "received": payment.amount, "fee": payment.fee}
    await record(
        tx,
        "payin:payment:settled",
        company=payment.company_id,
        subject=str(payment.charge_id),
        actor=ACTOR,
        data=data | {"paid_at": payment.paid_at},
    )
    await record_move(tx, charge, status)


async def _put_under_review(tx: Tx, charge: PaidCharge | None, payment: PixPaymentRow) -> None:
    await record(
        tx,
        "payin:payment:under_review",
        company=payment.company_id,
        subject=str(payment.charge_id or payment.end_to_end_id),
        actor=ACTOR,
        data={
            "end_to_end_id": payment.end_to_end_id,
            "received": payment.amount,
            "reason": payment.review_reason,
        },
    )
    # A paid charge stays paid: only its second payment is in question.
    if charge is not None and charge.paid == 0 and charge.status != "under_review":
        await tx.execute(
            "update charge set status = 'under_review' where company_id = %(company_id)s and id = %(id)s", charge
        )
        await record_move(tx, charge, "under_review")


async def accept_reviewed(tx: Tx, payment: PixPaymentRow) -> PixPaymentRow:
    """Accept a payment under review: it becomes the merchant's, less the fee; one without a charge stays without.

    Args:
        payment: locked by the caller, after its charge.
    """
    recurring_charge = await lock_recurring_charge(tx, payment)
    charge = await fetch_one(
        tx, ChargeRow, "select * from charge where company_id = %(company_id)s and id = %(charge_id)s", payment
    )
    method = "automatic" if recurring_charge else charge.kind if charge else None
    paid = recurring_charge or charge
    fee = await fee_on(tx, payment.company_id, method, payment.amount) if method else 0
    row = await tx.one(
        "update pix_payment set status = 'settled', fee = %(fee)s, parted = %(parted)s"
        " where end_to_end_id = %(end_to_end_id)s returning *",
        {"end_to_end_id": payment.end_to_end_id, "fee": fee, "parted": bool(paid and paid.split)},
    )
    assert row is not None
    accepted = PixPaymentRow.of(row)
    recurring = recurring_charge is not None
    shares = await share_payment(tx, paid.id, paid.split, accepted, recurring=recurring) if paid else ()
    await postings.post_accepted(tx, accepted, shares)
    if recurring_charge:
        await settle_recurring_charge(tx, recurring_charge.id, recurring_charge.status, accepted)
    elif charge:
        await _mark_paid(tx, charge, accepted)
    return accepted
