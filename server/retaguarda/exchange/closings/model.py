"""Shapes and states of closings: draft → agreed → closed → settled; cancelled, or rejected by the bank."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.exchange.banks.model import ClockText
from retaguarda.exchange.model import Direction, RateText
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

State = Literal["draft", "agreed", "closed", "settled", "cancelled", "rejected"]
STATES: tuple[State, ...] = ("draft", "agreed", "closed", "settled", "cancelled", "rejected")


class ClosingInput(msgspec.Struct, forbid_unknown_fields=True):
    """``until``: everything funded by then today in Brasília, HH:MM, now if None; or ``operations``: these alone. What lacks
    something is left out."""

    bank: UUID
    currency: Currency
    direction: Direction
    until: ClockText | None = None
    operations: Annotated[list[UUID], msgspec.Meta(max_length=1_000)] | None = None


class AgreeInput(msgspec.Struct, forbid_unknown_fields=True):
    """The bank's rate, and for how many minutes it holds."""

    rate: RateText
    minutes: Annotated[int, msgspec.Meta(ge=1, le=1_440)] = 10


class CloseInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: the hash of what was read; when anything has changed since, nothing is closed."""

    plan: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class NumberInput(msgspec.Struct, forbid_unknown_fields=True):
    """The registry number of the contract, once; ``uetr``: the payment abroad."""

    number: Annotated[str, msgspec.Meta(pattern="^[0-9A-Z]{1,20}$")]
    uetr: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None = None


class SettleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``side``: what was paid, ``home`` or ``foreign``. ``reason``: how one knows."""

    side: Literal["home", "foreign"]
    reason: Reason


class EndInput(msgspec.Struct, forbid_unknown_fields=True):
    """``rejected``: by the bank, of what was agreed. The operations are free again."""

    outcome: Literal["cancelled", "rejected"]
    reason: Reason


class Closing(msgspec.Struct):
    """``rate_source``: typed by a person, or given by the bank. ``asked_rate_at``: the bank was asked and has not answered.

    ``confirming_at``: somebody closes it, and the bank has not confirmed yet.
    """

    id: UUID
    reference: str
    bank_id: UUID
    bank: str
    direction: Direction
    state: State
    cut_at: datetime
    operations: int
    foreign: Money
    clients: Money
    tax: Money
    rate: str | None
    rate_until: datetime | None
    rate_source: Literal["typed", "bank"] | None
    asked_rate_at: datetime | None
    contract: Money | None
    trade_day: date
    home_day: date | None
    foreign_day: date | None
    number: str | None
    uetr: str | None
    home_settled_at: datetime | None
    foreign_settled_at: datetime | None
    reason: str | None
    created_at: datetime
    created_by: str
    agreed_by: str | None
    confirming_at: datetime | None
    closed_at: datetime | None
    closed_by: str | None


class ClosingResult(msgspec.Struct):
    """What a closing earns against the reference rate: five numbers that add up to ``result``, to the minor unit.

    ``spread``: agreed over the rate at booking; ``time``: the rate moved until the contract; ``rounding`` of rows; ``bank_cost``:
    the bank's rate against that of the day; ``tax``: taken and not due, by the table as it is now.
    """

    ptax: str
    ptax_day: date
    spread: Money
    time: Money
    rounding: Money
    bank_cost: Money
    tax: Money
    result: Money


class MerchantPart(msgspec.Struct):
    """What one merchant has in a closing."""

    company_id: int
    company_name: str
    operations: int
    foreign: Money
    mean_rate: str
    clients: Money
    tax: Money
    spread: Money


class ClosingLine(msgspec.Struct):
    operation_id: UUID
    reference: str
    company_id: int
    client_name: str | None
    foreign: Money
    rate: str
    price: Money
    tax: Money


class LeftOut(msgspec.Struct):
    """An operation that is funded and stays out, with what it lacks."""

    operation_id: UUID
    reference: str
    company_id: int
    company_name: str
    foreign: Money
    lacks: list[str]


class ClosingCheck(msgspec.Struct):
    """``failed`` stands in the way; ``warned`` does not."""

    name: str
    state: Literal["passed", "warned", "failed"]
    value: str


class ClosingPosition(msgspec.Struct):
    """The position in the currency: open now, what this closing takes, and what is left."""

    open: Money
    closing: Money
    left: Money


class ClosingRecord(Closing, kw_only=True):
    """``plan``: the hash to close with, of everything that the closing does. ``own``: the caller had a hand in it."""

    mean_rate: str
    result: ClosingResult | None
    line_after: Money | None
    merchants: list[MerchantPart]
    lines: list[ClosingLine]
    left_out: list[LeftOut]
    position: ClosingPosition
    checks: list[ClosingCheck]
    plan: str
    own: bool
    collects_iof: bool
    bank_quotes: bool
    timeline: list[Moment]


class ClosingStanding(msgspec.Struct):
    """A closing as a plan compares it."""

    state: str
    operations: int
    foreign: Money
    rate: str | None
    contract: Money | None
    number: str | None
