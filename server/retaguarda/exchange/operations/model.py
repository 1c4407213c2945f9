"""Shapes and states of operations.

quoted → (awaiting_funds →) funded → closed → settled. Ends: expired and cancelled before money moves, returned before closing,
reversed after it: another operation takes it back.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.exchange.agreements.model import Counterparty, Country, Purpose
from retaguarda.exchange.model import Direction, ForeignPrice, TaxKind
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.timeline import Moment

Kind = Literal["collected", "quoted", "returned"]
KINDS: tuple[Kind, ...] = ("collected", "quoted", "returned")
State = Literal[
    "quoted", "awaiting_funds", "funded", "closed", "settled", "expired", "cancelled", "returned", "reversed"
]
STATES: tuple[State, ...] = (
    "quoted",
    "awaiting_funds",
    "funded",
    "closed",
    "settled",
    "expired",
    "cancelled",
    "returned",
    "reversed",
)

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=150)]
DocumentText = Annotated[str, msgspec.Meta(max_length=20)]
Invoice = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class OperationDetails(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the regulator asks of an operation. What is not sent stays as it is."""

    client_name: Name | None = None
    client_document: DocumentText | None = None
    counterparty: Counterparty | None = None
    country: Country | None = None
    purpose: Purpose | None = None
    invoice: Invoice | None = None
    invoice_date: date | None = None


class QuoteInput(OperationDetails, forbid_unknown_fields=True, kw_only=True):
    """``amount`` in ``currency`` fixes what is bought or sold abroad; in the currency at home, what is paid or got in all."""

    currency: Currency
    direction: Direction
    amount: ForeignPrice


class Operation(msgspec.Struct):
    """An operation as its merchant may know it. ``vet``: what one unit costs in all; ``lacks``: what the regulator would miss."""

    id: UUID
    company_id: int
    company_name: str
    reference: str
    kind: Kind
    direction: Direction
    state: State
    foreign: Money
    rate: str
    price: Money
    tax: Money
    tax_percent: str
    tax_kind: TaxKind
    tax_source: str
    fee: Money
    total: Money
    vet: str
    client_name: str | None
    client_document: str | None
    counterparty: str | None
    country: str | None
    purpose: str | None
    invoice: str | None
    invoice_date: date | None
    lacks: list[str]
    overdue: bool
    end_to_end_id: str | None
    charge_id: UUID | None
    trade_day: date
    quoted_at: datetime
    expires_at: datetime
    booked_at: datetime | None
    funded_at: datetime | None
    closed_at: datetime | None
    settled_at: datetime | None
    reason: str | None


class OperationInside(msgspec.Struct):
    """What staff alone know of an operation: reference rate, our spread, and the contract it stands in."""

    ptax: str
    ptax_day: date
    spread: Money
    closing_id: UUID | None
    closing: str | None
    bank: str | None
    number: str | None


class OperationRecord(Operation, kw_only=True):
    """``reverses`` and ``reversed_by``: the operation that this one takes back, and the one that takes this back."""

    reverses: UUID | None
    reversed_by: UUID | None
    inside: OperationInside | None
    timeline: list[Moment]


class OperationStanding(msgspec.Struct):
    """An operation as a plan compares it."""

    state: str
    counterparty: str | None
    country: str | None
    purpose: str | None
    invoice: str | None
