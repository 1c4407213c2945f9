"""The way to courts (SISBAJUD): a port, because its files are not public and many houses type orders in by hand.

The layout of SISBAJUD is given to institutions that connect to it, and to nobody else. What this port speaks is ours: an adapter of
an institution that has the layout translates it into ``CourtOrder`` and ``CourtAnswer`` (docs/decisions/court-orders.md).
"""

from datetime import date, datetime
from typing import Annotated, Literal, Protocol

import msgspec

Type = Literal["block", "unblock", "transfer", "information"]
Outcome = Literal["full", "partial", "none", "not_a_client"]


class CourtMoney(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: minor units."""

    amount: Annotated[int, msgspec.Meta(gt=0, le=10**15)]
    currency: Annotated[str, msgspec.Meta(min_length=3, max_length=3)]


class CourtOrder(msgspec.Struct, forbid_unknown_fields=True):
    """What a signed message of a court says. ``about``: the protocol of the order to block that this one is about."""

    protocol: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]
    type: Type
    court: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
    process: Annotated[str, msgspec.Meta(min_length=5, max_length=40)]
    document: Annotated[str, msgspec.Meta(min_length=11, max_length=30)]
    holder_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    issued_on: date
    amount: CourtMoney | None = None
    about: str | None = None
    repeat_until: date | None = None
    secret: bool = False


class SignedOrder(msgspec.Struct):
    """``order``: JSON of a CourtOrder, as it was signed; ``signature``: HMAC-SHA-256 of its bytes, hex."""

    order: str
    signature: str


class CourtAnswer(msgspec.Struct):
    """``held``: minor units held for an order to block, released or sent for one about it; None where no money is meant."""

    outcome: Outcome
    held: int | None
    accounts: int
    answered_at: datetime


class CourtReceipt(msgspec.Struct):
    receipt: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class CourtsDidNotAnswer(Exception):
    """Nobody knows whether it arrived; the same answer again is safe. ``str()`` says why."""


class CourtsRefused(Exception):
    """They refuse an answer for good: another one is known there."""


class CourtOrders(Protocol):
    connected: bool

    async def waiting(self) -> list[SignedOrder]:
        """Return the messages that were not answered yet, the oldest first; the same ones each time.

        Raises:
            CourtsDidNotAnswer: by the network, or by time.
        """
        ...

    def is_signed(self, message: SignedOrder) -> bool: ...

    async def answer(self, protocol: str, answer: CourtAnswer) -> CourtReceipt:
        """Answer an order. The same answer again has the same receipt.

        Raises:
            CourtsDidNotAnswer: by the network, or by time.
            CourtsRefused: another answer is known there.
        """
        ...


class NoCourtOrders:
    """People type orders in."""

    connected = False

    async def waiting(self) -> list[SignedOrder]:
        return []

    def is_signed(self, message: SignedOrder) -> bool:
        return False

    async def answer(self, protocol: str, answer: CourtAnswer) -> CourtReceipt:
        raise CourtsDidNotAnswer("no way to courts is connected")
