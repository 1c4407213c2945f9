"""Types, statuses and API shapes of courts' orders.

An order to block: received → executing (by another person than who registered it) → answered → transferred (by another than who executed
it, and than who said where the court wants it), or released. Once its repetition is over it is expired: no credit is held any more, and
what is held goes on waiting for the court's word. Orders to unblock and to transfer are about such an order and end it when they are
executed, but one to unblock a part lets go of that much and the rest stays held; an order for information finds what is there. These
three end with their answer.
Any order that was registered wrongly is withdrawn while it is received, unless a message of the court says the same.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

Type = Literal["block", "unblock", "transfer", "information"]
TYPES = ("block", "unblock", "transfer", "information")
STATUSES = ("received", "executing", "answered", "transferred", "released", "expired", "withdrawn")
End = Literal["released", "transferred"]
Extent = Literal["all", "part"]
OUTCOMES = ("full", "partial", "none", "not_a_client")
#: Of messages that come through the port, and what was wrong with one.
MESSAGE_STATUSES = ("registered", "refused", "waiting")
MESSAGE_PROBLEMS = ("forged", "unreadable", "changed", "invalid", "no_viewers")
#: Days for which credits are held at most (SISBAJUD's repetition).
LONGEST_REPEAT = 30


class JudicialOrderInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: what an order to block holds, or what one to unblock lets go if ``extent`` is a part.

    ``about``: the protocol of the order that one to unblock or to transfer is about.

    ``repeat_until``: last day on which credits are held too; None: what is there, once. ``secret``: the holder is told nothing, and of
    the staff only whoever registers it and ``viewers`` see it: e-mails with commas between, of whom one executes it.
    """

    protocol: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]
    court: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
    process: Annotated[str, msgspec.Meta(min_length=5, max_length=40)]
    document: Annotated[str, msgspec.Meta(min_length=11, max_length=30)]
    holder_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    received_on: date
    type: Type = "block"
    extent: Extent = "all"
    amount: Price | None = None
    about: Annotated[str, msgspec.Meta(min_length=4, max_length=40)] | None = None
    repeat_until: date | None = None
    secret: bool = False
    viewers: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Viewer(msgspec.Struct, forbid_unknown_fields=True):
    """A person of the staff, by e-mail, who is let into a secret order or shut out of it."""

    viewer: Annotated[str, msgspec.Meta(min_length=3, max_length=254)]
    reason: Reason


class OrderEnd(msgspec.Struct, forbid_unknown_fields=True):
    """``how``: released, its holds are let go; transferred, they go to the court. ``amount``: of a release whose ``extent`` is a part."""

    how: End
    reason: Reason
    extent: Extent = "all"
    amount: Price | None = None


class OrderWithdrawal(msgspec.Struct, forbid_unknown_fields=True):
    """Why an order should never have been registered."""

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


class FoundAccount(msgspec.Struct):
    """What an order for information found of the document, when it was executed."""

    merchant_id: int
    code: str
    balance: Money
    held: Money


class JudicialOrder(msgspec.Struct):
    """One order. Of one to block ``held``, ``transferred`` and ``released`` together are never more than ``amount``.

    ``remaining``: what it may still hold of later credits. ``released``: of one to unblock, what it let go. No other has these.
    """

    id: UUID
    protocol: str
    type: Type
    about: UUID | None
    about_protocol: str | None
    court: str
    process: str
    document: str
    holder_name: str
    amount: Money | None
    held: Money | None
    transferred: Money | None
    released: Money | None
    remaining: Money | None
    received_on: date
    due_at: datetime
    repeat_until: datetime | None
    secret: bool
    viewers: list[str]
    status: Literal["received", "executing", "answered", "transferred", "released", "expired", "withdrawn"]
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


class JudicialRelease(msgspec.Struct):
    """Something of an order to block that was let go. ``unblock_id``: the order that said so; None: a person did, with the letter."""

    at: datetime
    amount: Money
    reason: str | None
    released_by: str
    unblock_id: UUID | None
    unblock_protocol: str | None


class OrderEnded(msgspec.Struct):
    """The order to block that one to unblock or to transfer is about."""

    id: UUID
    protocol: str
    status: Literal["received", "executing", "answered", "transferred", "released", "expired", "withdrawn"]
    amount: Money
    held: Money
    transferred: Money
    released: Money


class JudicialOrderRecord(JudicialOrder):
    """``accounts``: how many of the document. ``block``: what ``about`` is. ``may_execute``, ``may_withdraw``, ``may_end``, ``may_transfer``, ``may_pay``: whether the caller may.

    ``directable``: it may be said where the court wants the money. ``found``: of an order for information, once it was executed.
    ``payments``, ``releases``: newest first.
    """

    accounts: int
    block: OrderEnded | None
    may_execute: bool
    may_withdraw: bool
    may_end: bool
    may_transfer: bool
    may_pay: bool
    directable: bool
    found: list[FoundAccount]
    payments: list[JudicialPayment]
    releases: list[JudicialRelease]
    holds: list[JudicialHold]
    timeline: list[Moment]
