"""Statuses and API shapes of courts' orders.

received → executing (by another person than who registered it) → answered → transferred (by another than who executed it, and than
who said where the court wants it), or released.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

STATUSES = ("received", "executing", "answered", "transferred", "released")
OUTCOMES = ("full", "partial", "none", "not_a_client")
#: Days for which credits are held at most (SISBAJUD's repetition).
LONGEST_REPEAT = 30


class JudicialOrderInput(msgspec.Struct, forbid_unknown_fields=True):
    """``repeat_until``: last day on which credits are held too; None: what is there, once. ``secret``: the holder is told nothing."""

    protocol: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]
    court: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
    process: Annotated[str, msgspec.Meta(min_length=5, max_length=40)]
    document: Annotated[str, msgspec.Meta(min_length=11, max_length=30)]
    holder_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    amount: Price
    received_on: date
    repeat_until: date | None = None
    secret: bool = False


class OrderEnd(msgspec.Struct, forbid_unknown_fields=True):
    """``how``: released, its holds are let go; transferred, they go to the court."""

    how: Literal["released", "transferred"]
    reason: Reason


class CourtAccount(msgspec.Struct, forbid_unknown_fields=True):
    """The account at a bank to which the court wants what is held. ``branch`` and ``number`` without their check digits.

    ``deposit_id``: by which the court knows the deposit; it goes with the money.
    """

    ispb: Annotated[str, msgspec.Meta(min_length=8, max_length=8)]
    branch: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    number: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    digit: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    holder_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    holder_document: Annotated[str, msgspec.Meta(min_length=11, max_length=30)]
    deposit_id: Annotated[str, msgspec.Meta(min_length=1, max_length=140)]
    account_type: Literal["CACC", "SVGS", "TRAN"] = "CACC"


class JudicialPayment(msgspec.Struct):
    """What became of sending an order's money. ``status``: of the payout; ``returned``: what came back of it."""

    payout_id: UUID
    amount: Money
    returned: Money
    status: str
    at: datetime
    sent_by: str
    end_to_end_id: str | None
    fail_code: str | None


class JudicialOrder(msgspec.Struct):
    """One order. ``held`` and ``transferred`` together are never more than ``amount``."""

    id: UUID
    protocol: str
    court: str
    process: str
    document: str
    holder_name: str
    amount: Money
    held: Money
    transferred: Money
    received_on: date
    due_at: datetime
    repeat_until: datetime | None
    secret: bool
    status: Literal["received", "executing", "answered", "transferred", "released"]
    outcome: Literal["full", "partial", "none", "not_a_client"] | None
    registered_at: datetime
    registered_by: str
    executed_at: datetime | None
    executed_by: str | None
    answered_at: datetime | None
    answered_by: str | None
    ended_at: datetime | None
    ended_by: str | None
    end_reason: str | None
    directed_by: str | None
    court_bank: str | None
    court_branch: str | None
    court_number: str | None
    court_holder: str | None
    deposit_id: str | None


class JudicialHold(msgspec.Struct):
    key: str
    merchant_id: int
    merchant_name: str
    code: str
    amount: Money
    cause: Literal["execution", "credit"]
    at: datetime
    ended_as: Literal["released", "transferred"] | None


class JudicialOrderRecord(JudicialOrder):
    """``accounts``: how many of the document. ``may_execute``, ``may_end``, ``may_transfer``, ``may_pay``: whether the caller may.

    ``directable``: it may be said where the court wants the money. ``payments``: newest first.
    """

    accounts: int
    may_execute: bool
    may_end: bool
    may_transfer: bool
    may_pay: bool
    directable: bool
    payments: list[JudicialPayment]
    holds: list[JudicialHold]
    timeline: list[Moment]
