"""Transitions of a refund: requested (money held) → processing → settled (hold captured) or failed (hold voided).

Rows are locked in the order of docs/decisions/order-of-locks.md.
"""

from datetime import datetime
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges import postings
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.charges.request_refund import HELD_ON
from retaguarda.payin.charges.transitions import ACTOR, record_move
from retaguarda.payin.disputes.refund_ended import refund_ended
from retaguarda.payin.disputes.transitions import lock_dispute
from retaguarda.payin.rows import ChargeRow, PixPaymentRow, RefundRow
from retaguarda.providers.pix import Devolucao


class _Refunded(PixPaymentRow, frozen=True, kw_only=True):
    #: It paid a recurring charge.
    of_cycle: bool


async def sync_refund(tx: Tx, refund_id: UUID, company: int, reported: Devolucao) -> None:
    """Apply the provider's state of a refund. Safe to repeat."""
    key = {"company": company, "id": refund_id}
    await tx.execute(
        "select from charge c where c.company_id = %(company)s and c.id ="
        " (select r.charge_id from refund r where r.company_id = %(company)s and r.id = %(id)s) for no key update",
        key,
    )
    refund = await fetch_one(
        tx, RefundRow, "select * from refund where company_id = %(company)s and id = %(id)s for update", key
    )
    if refund is None or refund.status in ("settled", "failed"):
        return
    if refund.med_case is not None:
        # Lock the dispute before any ledger account, as all code about disputes does.
        await lock_dispute(tx, company, refund.med_case)
    if reported.status == "DEVOLVIDO":
        await _settle(tx, refund, reported.rtrId, reported.horario.liquidacao or reported.horario.solicitacao)
    elif reported.status == "NAO_REALIZADO":
        await fail_refund(tx, refund, reported.motivo or "the provider did not carry it out")
    elif refund.status == "requested":
        await tx.execute(
            "update refund set status = 'processing', rtr_id = %(rtr)s, last_error = null where company_id = %(company)s and id = %(id)s",
            {"company": company, "id": refund_id, "rtr": reported.rtrId},
        )
        await _record_event(tx, refund, "payin:refund:processing")


async def _settle(tx: Tx, refund: RefundRow, rtr_id: str | None, at: datetime | None) -> None:
    params = {"company": refund.company_id, "id": refund.id, "rtr": rtr_id, "at": at, "amount": refund.amount}
    params |= {"e2e": refund.end_to_end_id, "charge": refund.charge_id}
    settled_at = await tx.value(
        "update refund set status = 'settled', rtr_id = coalesce(%(rtr)s, rtr_id), settled_at = coalesce(%(at)s, now()),"
        " last_error = null where company_id = %(company)s and id = %(id)s returning settled_at",
        params,
    )
    payment = await fetch_one(
        tx,
        _Refunded,
        "select p.*, exists (select from published.recurring_charge q where q.end_to_end_id = p.end_to_end_id) as of_cycle"
        " from pix_payment p where p.end_to_end_id = %(e2e)s for no key update",
        params,
    )
    assert payment is not None
    account = HELD_ON.get(payment.status, AVAILABLE)
    whole = payment.refunded + refund.amount >= payment.amount
    await tx.execute(
        "update pix_payment set refunded = refunded + %(amount)s,"
        " status = case when status = any(%(kept)s) and %(whole)s then 'returned' else status end where end_to_end_id = %(e2e)s",
        params | {"kept": list(HELD_ON), "whole": whole},
    )
    await postings.capture_refund(tx, refund, account, at)
    # A payment that never counted as received, for a charge or a recurring charge, does not count as refunded either.
    returned = account != AVAILABLE or (refund.charge_id is None and not payment.of_cycle)
    if refund.charge_id is not None and (whole or not returned):
        await _move_charge(tx, params, returned=returned)
    await _record_event(tx, refund, "payin:refund:settled", returned=returned, settled_at=settled_at.isoformat())
    if refund.med_case is not None:
        await refund_ended(tx, refund, settled=True)


async def _move_charge(tx: Tx, params: dict[str, object], *, returned: bool) -> None:
    """Move the charge, which is locked. A payment returned from review never counted as paid, so its sums stay."""
    charge = await fetch_one(
        tx, ChargeRow, "select * from charge where company_id = %(company)s and id = %(charge)s", params
    )
    assert charge is not None
    if returned and charge.status != "under_review":
        return
    back = 0 if returned else params["amount"]
    status: str = await tx.value(
        "update charge set refunded = refunded + %(amount)s,"
        " status = case when refunded + %(amount)s >= paid then 'refunded' else 'partially_refunded' end"
        " where company_id = %(company)s and id = %(charge)s returning status",
        params | {"amount": back},
    )
    await record_move(tx, charge, status, **({} if returned else {"refunded": back}))


async def fail_refund(tx: Tx, refund: RefundRow, why: str) -> None:
    await tx.execute(
        "update refund set status = 'failed', last_error = %(why)s where company_id = %(company)s and id = %(id)s",
        {"company": refund.company_id, "id": refund.id, "why": why[:500]},
    )
    await _record_event(tx, refund, "payin:refund:failed", reason=why[:500])
    if refund.med_case is None:
        await postings.void_refund(tx, refund)
    else:
        await refund_ended(tx, refund, settled=False)


async def _record_event(tx: Tx, refund: RefundRow, name: str, **more: object) -> None:
    await record(
        tx,
        name,
        company=refund.company_id,
        subject=str(refund.charge_id or refund.end_to_end_id),
        actor=ACTOR,
        data={"refund": str(refund.id), "amount": refund.amount, "end_to_end_id": refund.end_to_end_id, **more},
    )
