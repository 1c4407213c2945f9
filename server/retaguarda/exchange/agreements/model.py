"""Shapes of a merchant's agreement on exchange: active until another one takes its place, or it is ended."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.exchange.model import Direction, TaxKind
from retaguarda.foundation.money import Currency, Money

STATES = ("active", "ended")

Purpose = Annotated[str, msgspec.Meta(pattern="^[1-6]$", description="type of transaction of document C220, 1 to 6")]
Country = Annotated[str, msgspec.Meta(pattern="^[A-Z]{2}$", description="ISO 3166-1 alpha-2")]
PaymentForm = Literal["1", "2"]
Counterparty = Annotated[str, msgspec.Meta(min_length=1, max_length=150)]


class ExchangeAgreementInput(msgspec.Struct, forbid_unknown_fields=True):
    """On what terms: ``spread`` in basis points over the reference rate, ``fee`` of each operation in minor units at home.

    ``collects``: each paid charge becomes an operation. ``purpose``, ``counterparty``, ``country``: where an operation says none.
    """

    currency: Currency
    direction: Direction
    spread: Annotated[int, msgspec.Meta(ge=0, le=5_000)]
    tax_kind: TaxKind
    collects: bool = False
    fee: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    hold_seconds: Annotated[int, msgspec.Meta(ge=30, le=86_400)] = 300
    purpose: Purpose | None = None
    counterparty: Counterparty | None = None
    country: Country | None = None
    payment_form: PaymentForm = "1"


class ExchangeAgreement(msgspec.Struct):
    id: UUID
    company_id: int
    company_name: str
    currency: Currency
    direction: Direction
    collects: bool
    spread: int
    fee: Money
    hold_seconds: int
    tax_kind: TaxKind
    purpose: str | None
    counterparty: str | None
    country: str | None
    payment_form: str
    state: Literal["active", "ended"]
    created_at: datetime
    created_by: str
    ended_at: datetime | None
    reason: str | None
