"""The life of a refund: requested (money held) → processing → settled (hold captured) or failed (hold voided)."""

from datetime import datetime
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.payin import postings
from retaguarda.payin.model import AVAILABLE, IN_REVIEW
from retaguarda.payin.moves import ACTOR, record_move
from retaguarda.providers.pix import Devolucao
from retaguarda.providers.pix.ids import new_refund_id

#: Where a payment's money lies by its state; a settled one's is available.
_HELD_ON = {"under_review": IN_REVIEW, "unidentified": postings.UNIDENTIFIED}


async def request_refund(
    tx: Tx, payment: Row, *, amount: int, reason: str | None, person: UUID | None, account: str
) -> Row:
    """Holds the money and writes the refund down; the reader of events sends it to the provider.

    Raises:
        ApiError: 422 ``insufficient_balance`` when the account does not hold that much.
    """
    row = await tx.one(
        "insert into refund (company_id, id, charge_id, end_to_end_id, provider_id, amount, status, reason, created_by)"
        " values (%(company)s, %(id)s, %(charge)s, %(e2e)s, %(provider)s, %(amount)s, 'requested', %(reason)s, %(person)s)"
        " returning *",
        {
            "company": payment["company_id"],
            "id": uuid7(),
            "charge": payment["charge_id"],
            "e2e": payment["end_to_end_id"],
            "provider": new_refund_id(),
            "amount": amount,
            "reason": reason,
            "person": person,
        },
    )
    assert row is not None
    await postings.hold_refund(tx, row, account)
    return row


async def follow_refund(tx: Tx, refund_id: UUID, company: int, said: Devolucao) -> None:
    """Brings a refund to what the provider says of it. Safe to repeat."""
    row = await tx.one(
        "select * from refund where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": refund_id},
    )
    if row is None or row["status"] in ("settled", "failed"):
        return
    if said.status == "DEVOLVIDO":
        await _settle(tx, row, said.rtrId, said.horario.liquidacao or said.horario.solicitacao)
    elif said.status == "NAO_REALIZADO":
        await fail_refund(tx, row, said.motivo or "the provider did not carry it out")
    elif row["status"] == "requested":
        await tx.execute(
            "update refund set status = 'processing', rtr_id = %(rtr)s, last_error = null where company_id = %(company)s and id = %(id)s",
            {"company": company, "id": refund_id, "rtr": said.rtrId},
        )
        await _tell(tx, row, "payin:refund:processing")


async def _settle(tx: Tx, refund: Row, rtr_id: str | None, at: datetime | None) -> None:
    params = {"company": refund["company_id"], "id": refund["id"], "rtr": rtr_id, "at": at, "amount": refund["amount"]}
    params |= {"e2e": refund["end_to_end_id"], "charge": refund["charge_id"]}
    await tx.execute(
        "update refund set status = 'settled', rtr_id = coalesce(%(rtr)s, rtr_id), settled_at = coalesce(%(at)s, now()),"
        " last_error = null where company_id = %(company)s and id = %(id)s",
        params,
    )
    payment = await tx.one("select status from pix_payment where end_to_end_id = %(e2e)s for update", params)
    assert payment is not None
    account = _HELD_ON.get(payment["status"], AVAILABLE)
    await tx.execute(
        "update pix_payment set refunded = refunded + %(amount)s,"
        " status = case when status = any(%(kept)s) then 'returned' else status end where end_to_end_id = %(e2e)s",
        params | {"kept": list(_HELD_ON)},
    )
    await postings.capture_refund(tx, refund, account, at)
    # What never counted as received for a charge does not count as refunded either.
    returned = account != AVAILABLE or refund["charge_id"] is None
    if refund["charge_id"] is not None:
        await _refunded(tx, params, returned=returned)
    await _tell(tx, refund, "payin:refund:settled", returned=returned)


async def _refunded(tx: Tx, params: dict[str, object], *, returned: bool) -> None:
    """Moves the charge. A Pix returned from review never counted as paid, so then its sums stay."""
    charge = await tx.one("select * from charge where company_id = %(company)s and id = %(charge)s for update", params)
    assert charge is not None
    if returned and charge["status"] != "under_review":
        return
    changed = await tx.one(
        "update charge set refunded = refunded + %(amount)s,"
        " status = case when refunded + %(amount)s >= paid then 'refunded' else 'partially_refunded' end"
        " where company_id = %(company)s and id = %(charge)s returning status",
        params | {"amount": 0 if returned else params["amount"]},
    )
    assert changed is not None
    await record_move(tx, charge, changed["status"])


async def fail_refund(tx: Tx, refund: Row, why: str) -> None:
    await tx.execute(
        "update refund set status = 'failed', last_error = %(why)s where company_id = %(company)s and id = %(id)s",
        {"company": refund["company_id"], "id": refund["id"], "why": why[:500]},
    )
    await postings.void_refund(tx, refund)
    await _tell(tx, refund, "payin:refund:failed", reason=why[:500])


async def _tell(tx: Tx, refund: Row, name: str, **more: object) -> None:
    await record(
        tx,
        name,
        company=refund["company_id"],
        subject=str(refund["charge_id"] or refund["end_to_end_id"]),
        actor=ACTOR,
        data={"refund": str(refund["id"]), "amount": refund["amount"], **more},
    )
