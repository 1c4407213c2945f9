"""Reads and locks rows of charges and maps them to the API's shapes."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.model import Charge, Payment, Refund
from retaguarda.payin.rows import ChargeRow, PixPaymentRow, RefundRow

#: Per payment: what is not refunded, not being refunded, and not reserved by a request that waits for approval;
#: ``uncontested`` unless a dispute of it is open (payin/disputes).
LEFT = (
    "select p.*, (select count(*) = 0 from med_case m where m.end_to_end_id = p.end_to_end_id and m.ended_at is null)"
    " as uncontested, greatest(p.amount - p.refunded - coalesce((select sum(r.amount) from refund r where r.end_to_end_id = p.end_to_end_id"
    " and r.status in ('requested', 'processing')), 0)::bigint - a.reserved, 0) as left, a.reserved, p.paid_at > now() - %(window)s as in_time"
    " from pix_payment p, lateral (select approval_reserved(p.company_id, 'pix:' || p.end_to_end_id) as reserved) a"
    " where p.company_id = %(company)s and p.status = 'settled'"
)
PAYMENTS_LEFT = f"{LEFT} and p.charge_id = %(charge)s order by p.paid_at, p.end_to_end_id"


class PaymentLeft(PixPaymentRow, frozen=True, kw_only=True):
    """A payment as LEFT selects it. Minor units."""

    uncontested: bool
    left: int
    reserved: int
    in_time: bool


class NewCharge(msgspec.Struct):
    """The columns of a charge that the API tells, of one that was just written. Minor units of ``currency``."""

    id: UUID
    created_at: datetime
    txid: str
    end_to_end_id: str | None
    payer_name: str | None
    payer_document: str | None
    kind: str
    due_date: date | None
    status: str
    reference: str | None
    description: str | None
    amount: int
    currency: str
    fee: int
    paid: int
    refunded: int
    expires_at: datetime
    paid_at: datetime | None
    processor: str
    company_id: int
    last_error: str | None


def charge_fields(row: ChargeRow | NewCharge) -> dict[str, Any]:
    return {
        "id": row.id,
        "created_at": row.created_at,
        "txid": row.txid,
        "end_to_end_id": row.end_to_end_id,
        "payer_name": row.payer_name,
        "payer_document": row.payer_document,
        "method": "pix",
        "kind": row.kind,
        "due_date": row.due_date,
        "status": row.status,
        "reference": row.reference,
        "description": row.description,
        "amount": Money(row.amount, row.currency),
        "fee": Money(row.fee, row.currency),
        "net": Money(row.paid - row.fee, row.currency),
        "refunded": Money(row.refunded, row.currency),
        "expires_at": row.expires_at,
        "paid_at": row.paid_at,
        "processor": row.processor,
        "company_id": row.company_id,
        "last_error": row.last_error,
    }


def charge_of(row: ChargeRow | NewCharge) -> Charge:
    return Charge(**charge_fields(row))


def payment_of(payment: PixPaymentRow) -> Payment:
    return Payment(
        end_to_end_id=payment.end_to_end_id,
        amount=Money(payment.amount, payment.currency),
        fee=Money(payment.fee, payment.currency),
        refunded=Money(payment.refunded, payment.currency),
        paid_at=payment.paid_at,
        payer_name=payment.payer_name,
        payer_document=payment.payer_document,
        status=payment.status,
        review_reason=payment.review_reason,
    )


def refund_of(refund: RefundRow) -> Refund:
    return Refund(
        id=refund.id,
        end_to_end_id=refund.end_to_end_id,
        amount=Money(refund.amount, refund.currency),
        status=refund.status,
        reason=refund.reason,
        created_at=refund.created_at,
        settled_at=refund.settled_at,
        rtr_id=refund.rtr_id,
        error=refund.last_error,
        carried=Money(refund.carried, refund.currency) if refund.carried else None,
    )


async def of_charge(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the charge in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from charge where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def charge_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Charge | None:
    """Return the charge of the path, as a plan compares it."""
    row = await fetch_one(
        tx,
        ChargeRow,
        "select * from charge where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    return charge_of(row) if row else None


async def charge_for_update(tx: Tx, principal: Principal, charge_id: UUID) -> ChargeRow:
    """Return the chosen merchant's charge, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await fetch_one(
        tx,
        ChargeRow,
        "select * from charge where company_id = %(company)s and id = %(id)s for no key update",
        {"company": principal.chosen(), "id": charge_id},
    )
    if row is None:
        raise not_found("charge")
    return row


async def of_payment(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the payment in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from pix_payment where end_to_end_id = %(id)s and company_id = any(%(seen)s)",
        {"id": request.path_params["id"], "seen": list(principal.companies)},
    )


OF_PAYMENT = of_subject(of_payment)
