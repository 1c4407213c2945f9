"""Read and lock operations."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

import msgspec

from retaguarda.exchange.evaluate_price import Price, effective_rate
from retaguarda.exchange.model import Direction, TaxKind, rate_text
from retaguarda.exchange.operations.model import Kind, Operation, OperationInside, OperationStanding, State
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_of

#: Funds that did not come by the end of this many hours after booking are overdue; so is a contract nobody closed.
OVERDUE_HOURS = 24
OVERDUE = f"(o.state in ('awaiting_funds', 'closed') and coalesce(o.closed_at, o.booked_at) < now() - interval '{OVERDUE_HOURS} hours')"


class OperationRow(msgspec.Struct):
    """An operation as its table has it."""

    company_id: int
    company_name: str
    id: UUID
    reference: str
    kind: Kind
    direction: Direction
    agreement_id: UUID
    currency: str
    home_currency: str
    foreign_amount: int
    ptax: Decimal
    ptax_day: date
    rate: Decimal
    price: int
    tax_rule_id: UUID
    tax_kind: TaxKind
    tax_percent: Decimal
    tax_source: str | None
    tax: int
    fee: int
    client_name: str | None
    client_document: str | None
    counterparty: str | None
    country: str | None
    purpose: str | None
    payment_form: str
    invoice: str | None
    invoice_date: date | None
    end_to_end_id: str | None
    charge_id: UUID | None
    reverses: UUID | None
    reversed_by: UUID | None
    state: State
    lacks: list[str]
    overdue: bool
    trade_day: date
    quoted_at: datetime
    expires_at: datetime
    booked_at: datetime | None
    funded_at: datetime | None
    closed_at: datetime | None
    settled_at: datetime | None
    reason: str | None

    @property
    def priced(self) -> Price:
        return Price(self.foreign_amount, self.price, self.tax, self.fee)


_ONE = f"""
    select o.*, k.name as company_name, exchange_lacks(o) as lacks, {OVERDUE} as overdue,
           (select n.id from exchange_operation n where n.company_id = o.company_id and n.reverses = o.id) as reversed_by,
           (select t.source from exchange_tax_in_force(o.tax_kind, o.direction, o.trade_day) t where t.id = o.tax_rule_id)
             as tax_source
      from exchange_operation o join company k on k.id = o.company_id
     where o.id = %(id)s and o.company_id = any(%(seen)s)
"""
_CLOSING = """
    select c.id, c.reference, b.name, c.number from exchange_closing_line l
      join exchange_closing c on c.company_id = l.company_id and c.id = l.closing_id
      join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id
     where l.operation_id = %(id)s and l.living
"""


async def find_operation(tx: Tx, seen: list[int], operation: UUID) -> OperationRow | None:
    row = await tx.one(_ONE, {"id": operation, "seen": seen})
    return None if row is None else msgspec.convert(row, OperationRow)


async def load_operation(tx: Tx, company: int, operation: UUID) -> OperationRow:
    found = await find_operation(tx, [company], operation)
    assert found is not None
    return found


async def operation_for_update(tx: Tx, company: int, operation: UUID) -> OperationRow:
    """
    Raises:
        ApiError: 404.
    """
    await tx.execute(
        "select from exchange_operation where company_id = %(company)s and id = %(id)s for no key update",
        {"company": company, "id": operation},
    )
    found = await find_operation(tx, [company], operation)
    if found is None:
        raise not_found("operation")
    return found


def operation_of(row: OperationRow, principal: Principal) -> Operation:
    """As a person may know it: a merchant's people see a client's CPF masked."""
    price, home = row.priced, row.home_currency
    return struct_of(
        Operation,
        row,
        client_document=row.client_document if principal.internal else mask_text(row.client_document),
        foreign=Money(row.foreign_amount, row.currency),
        rate=rate_text(row.rate),
        price=Money(row.price, home),
        tax=Money(row.tax, home),
        tax_percent=rate_text(row.tax_percent),
        tax_source=row.tax_source or "",
        fee=Money(row.fee, home),
        total=Money(price.total(row.direction), home),
        vet=rate_text(effective_rate(price, row.direction, row.currency, home)),
    )


async def inside_of(tx: Tx, row: OperationRow, spread: int) -> OperationInside:
    closing = await tx.one(_CLOSING, {"id": row.id}) or {}
    return OperationInside(
        rate_text(row.ptax),
        row.ptax_day,
        Money(spread, row.home_currency),
        closing.get("id"),
        closing.get("reference"),
        closing.get("name"),
        closing.get("number"),
    )


async def in_closing(tx: Tx, operation: UUID) -> bool:
    """Whether a closing that lives has the operation."""
    return await tx.value("select exchange_in_closing(%(id)s)", {"id": operation})


def refuse_unless(row: OperationRow, *states: State) -> None:
    """
    Raises:
        ApiError: 409 ``operation_not_in_state``, naming the state.
    """
    if row.state not in states:
        raise ApiError(
            409, "operation_not_in_state", f"operation {row.reference} is {row.state}, not {' or '.join(states)}"
        )


async def operation_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> OperationStanding | None:
    row = await find_operation(tx, [principal.chosen()], path_id(path))
    return (
        None if row is None else OperationStanding(row.state, row.counterparty, row.country, row.purpose, row.invoice)
    )


async def of_operation(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the operation that the path names; None where the caller does not see it."""
    return await tx.value(
        "select company_id from exchange_operation where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
