"""Shapes and states of banks of the exchange: active, paused, ended."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.exchange.model import Direction, ForeignPrice
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

State = Literal["active", "paused", "ended"]
STATES: tuple[State, ...] = ("active", "paused", "ended")

ClockText = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", description="HH:MM in Brasília")]


class ExchangeBankInput(msgspec.Struct, forbid_unknown_fields=True):
    """``code`` names its accounts in the ledger and never changes. ``line``: the most that may be unsettled with it. ``quotes``: it
    gives prices and confirms contracts by itself, through the gateway."""

    code: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{1,19}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    document: Annotated[str, msgspec.Meta(max_length=20)]
    swift: Annotated[str, msgspec.Meta(pattern="^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$")]
    line: ForeignPrice
    collects_iof: bool = True
    quotes: bool = False
    contact: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class BankChange(msgspec.Struct, forbid_unknown_fields=True):
    """Another line, whether it gives prices by itself, and who to call. What is not sent stays."""

    reason: Reason
    line: ForeignPrice | None = None
    quotes: bool | None = None
    contact: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class BankCurrencyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``cut_off``: until when a contract counts for the day. Business days after it that each side is paid."""

    currency: Currency
    cut_off: ClockText
    home_days: Annotated[int, msgspec.Meta(ge=0, le=2)]
    foreign_days: Annotated[int, msgspec.Meta(ge=0, le=2)]


class BankSpreadInput(msgspec.Struct, forbid_unknown_fields=True):
    """From ``from_amount`` (minor units of the currency) on, over the reference rate."""

    currency: Currency
    direction: Direction
    basis_points: Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
    valid_from: date
    from_amount: Annotated[int, msgspec.Meta(ge=0)] = 0


class BankState(msgspec.Struct, forbid_unknown_fields=True):
    """An ended bank stays ended."""

    state: State
    reason: Reason


class BankCurrency(msgspec.Struct):
    """``position``: what is open between the bank and us in the ledger; below zero the bank owes us."""

    currency: Currency
    cut_off: str
    home_days: int
    foreign_days: int
    past_cut_off: bool
    position: Money


class BankSpread(msgspec.Struct):
    currency: Currency
    direction: Direction
    from_amount: Money
    basis_points: int
    valid_from: date
    in_force: bool
    created_by: str


class ExchangeBank(msgspec.Struct):
    """``line_used``: contracts that are not settled at home, in the currency of the line."""

    id: UUID
    code: str
    name: str
    document: str
    swift: str
    contact: str | None
    collects_iof: bool
    quotes: bool
    state: State
    reason: str | None
    line_granted: Money
    line_used: Money
    created_at: datetime
    created_by: str


class ExchangeBankRecord(ExchangeBank, kw_only=True):
    currencies: list[BankCurrency]
    spreads: list[BankSpread]
    home_position: Money
    timeline: list[Moment]


class BankStanding(msgspec.Struct):
    """A bank as a plan compares it."""

    state: str
    line: Money
    quotes: bool
    contact: str | None
    currencies: str
    spreads: int
