"""The ways to a bank of the exchange and to published reference rates: two ports, because many ask by telephone and type."""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal, Protocol
from uuid import UUID

import msgspec


class ExchangeDidNotAnswer(Exception):
    """Nobody knows what became of it; asking the same again is safe. ``str()`` says why."""


class BankRefused(Exception):
    """The bank said no, for good: the price ran out, or it does not want this contract. ``str()`` says why."""


class QuoteAsked(msgspec.Struct):
    """``amount``: minor units of ``currency``. ``direction``: ``out``, we buy it; ``in``, we sell it."""

    currency: str
    home: str
    direction: Literal["out", "in"]
    amount: int


class BankQuote(msgspec.Struct):
    """A price that holds until a moment of the bank's clock."""

    id: str
    rate: Decimal
    until: datetime


class ContractAsked(msgspec.Struct):
    quote: str
    amount: int


class BankContract(msgspec.Struct):
    """``number``: of the contract in the registry of exchange."""

    number: str


class ExchangeBanks(Protocol):
    connected: bool

    async def quote(self, bank: str, asked: QuoteAsked) -> BankQuote:
        """Ask the bank of this code for a price.

        Raises:
            BankRefused: it does not deal in this.
            ExchangeDidNotAnswer: by the network, or by time.
        """
        ...

    async def confirm(self, bank: str, key: UUID, asked: ContractAsked) -> BankContract:
        """Take a quoted price. The same key has the same answer for ever.

        Raises:
            BankRefused: there is no contract, and there will be none with this key.
            ExchangeDidNotAnswer: by the network, or by time.
        """
        ...


class NoExchangeBanks:
    """People ask by telephone and type what they are told."""

    connected = False

    async def quote(self, bank: str, asked: QuoteAsked) -> BankQuote:
        raise BankRefused("no bank of the exchange is connected")

    async def confirm(self, bank: str, key: UUID, asked: ContractAsked) -> BankContract:
        raise ExchangeDidNotAnswer("no bank of the exchange is connected")


class ReferenceRates(Protocol):
    connected: bool

    #: Where the rates come from, as it is written beside them.
    source: str

    async def published(self, currency: str, first: date, last: date) -> str:
        """Returns the answer of the Central Bank's service (PTAX) as it came, of these days.

        Raises:
            ExchangeDidNotAnswer: by the network, or by time, or with another status than 200.
        """
        ...


class NoReferenceRates:
    """People import what they have downloaded."""

    connected = False
    source = ""

    async def published(self, currency: str, first: date, last: date) -> str:
        raise ExchangeDidNotAnswer("no service of reference rates is set")
