"""Load and lock payments, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payout_engine.parse_tags import STORED
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.payments.model import OF_PAYMENTS, UNCERTAIN_AFTER, PaymentDay, PaymentState, PayoutPayment


def came_back(row: str) -> str:
    """Return the SQL cases in which a payout that was done came back since; ``row`` is an alias of ``payout``."""
    return (
        f"when {row}.status = 'done' and {row}.returned = {row}.amount then 'returned'"
        f" when {row}.status = 'done' and {row}.returned > 0 then 'partly_returned'"
    )


#: SQL of the state that people see; ``t`` is the row of ``payout``.
SHOWN_STATE = f"""
    (case {came_back("t")}
          when t.status = 'in_bank_processing' and exists (
            select from payout_order o where o.company_id = t.company_id and o.payout_id = t.id
               and o.state in ('sending', 'processing')
               and o.created_at < now() - interval '{UNCERTAIN_AFTER} seconds') then 'uncertain'
          else t.status end)
"""
#: SQL: whether it was settled inside or, of one that did not end, would be now.
_GOES_INSIDE = """
    (t.inside or t.ended_at is null and t.status <> 'in_bank_processing'
      and settles_inside(t.company_id, t.kind, t.pix_key, t.ispb, t.branch, t.number, t.holder_document))
"""
_SHOWN = f"""
    select t.*, {SHOWN_STATE} as state, {masked_key("t")} as shown_key, {_GOES_INSIDE} as goes_inside from payout t
"""


class PaymentRow(msgspec.Struct):
    """One row of ``payout`` with what is shown of it; sums in minor units."""

    id: UUID
    company_id: int
    created_at: datetime
    created_by: UUID | None
    origin: str
    method: str
    status: str
    state: str
    amount: int
    fee: int
    returned: int
    fee_back: bool
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    shown_key: str | None
    barcode: str | None
    due_on: date | None
    holder_name: str
    holder_document: str
    purpose: str | None
    ted_purpose: str | None
    opens_at: datetime | None
    description: str | None
    external_id: str | None
    end_to_end_id: str | None
    scheduled_for: date | None
    ended_at: datetime | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    queued_reason: str | None
    hold_reason: str | None
    hold_until: datetime | None
    replaces: UUID | None
    batch_id: UUID | None
    batch_line: int | None
    payee_id: UUID | None
    destination: bytes | None
    document_hash: bytes | None
    returns_error: str | None
    goes_inside: bool
    tags: list[str]
    cost_centre: str | None
    priority: int
    actor: str


def payment_row(row: Row) -> PaymentRow:
    return msgspec.convert(row, PaymentRow)


def payment_fields(row: PaymentRow) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in PayoutPayment.__struct_fields__ if hasattr(row, name)}
    sums = {"amount": row.amount, "fee": row.fee, "gross": row.amount + row.fee, "returned": row.returned}
    shown = {
        "status": row.state,
        "pix_key": row.shown_key,
        "inside": row.goes_inside,
        "holder_document": mask_text(row.holder_document),
        "priority": next(name for name, value in STORED.items() if value == row.priority),
        "opens_at": row.opens_at if row.queued_reason == "window" else None,
    }
    return plain | {name: Money(value, PIX_CURRENCY) for name, value in sums.items()} | shown


async def load_payment(tx: Tx, companies: list[int], payment: UUID) -> PaymentRow | None:
    row = await tx.one(
        f"{_SHOWN} where t.id = %(id)s and t.company_id = any(%(seen)s) and t.{OF_PAYMENTS}",
        {"id": payment, "seen": companies},
    )
    return payment_row(row) if row else None


async def shown_payment(tx: Tx, company: int, payment: UUID) -> PayoutPayment:
    """Return a payment as it is after a Command."""
    row = await load_payment(tx, [company], payment)
    assert row is not None
    return PayoutPayment(**payment_fields(row))


async def payment_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayoutPayment | None:
    """Load the payment that the path names, for a plan to compare."""
    row = await load_payment(tx, [principal.chosen()], path_id(path))
    return PayoutPayment(**payment_fields(row)) if row else None


async def state_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PaymentState | None:
    """Load what an approver agrees to: the moment at which it happens is not part of that."""
    row = await load_payment(tx, [principal.chosen()], path_id(path))
    return PaymentState(row.state, row.hold_reason) if row else None


async def day_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PaymentDay | None:
    """Load what an approver of another day agrees to."""
    row = await load_payment(tx, [principal.chosen()], path_id(path))
    return PaymentDay(row.state, row.hold_reason, row.scheduled_for) if row else None


async def payment_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[Row, PaymentRow]:
    """Lock a payment until the transaction ends; return its row for the engine, and as we read it.

    Raises:
        ApiError: 404, also for one of another merchant.
    """
    key = {"company": principal.chosen(), "id": path_id(path)}
    row = await tx.one(
        f"{_SHOWN} where t.company_id = %(company)s and t.id = %(id)s and t.{OF_PAYMENTS} for update of t", key
    )
    if row is None:
        raise not_found("payment")
    return row, payment_row(row)


async def of_payment(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the payment that the path names; None when the principal does not see it."""
    return await tx.value(
        f"select company_id from payout where id = %(id)s and company_id = any(%(seen)s) and {OF_PAYMENTS}",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
