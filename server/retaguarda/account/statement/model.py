"""Types of the statement: transactions, annotations, comparisons."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

#: A merchant's main accounts: money it can move, and money that awaits a decision.
AVAILABLE, IN_REVIEW = "available", "in_review"
ACCOUNTS = (AVAILABLE, IN_REVIEW)
#: Sub-accounts that a merchant opens beside them.
SUB_ACCOUNT = r"sub\.[1-9][0-9]{0,8}"

#: Every kind of journal that moves a merchant's accounts.
KINDS = (
    "payin.payment",
    "payin.in_review",
    "payin.accepted",
    "payin.boleto",
    "payin.refund",
    "payin.share_returned",
    "payin.share_given_again",
    "deposit.credited",
    "deposit.given_back",
    "payouts.payout",
    "account.claim_returned",
    "payouts.returned",
    "payouts.fee_returned",
    "payouts.case_settled",
    "account.note",
    "account.reversal",
    "account.restricted",
    "accounts.move",
    "exchange.booked",
    "exchange.returned",
)
#: The journal that reverses a transaction.
REVERSAL = "account.reversal"
#: Kinds that the provider decided by itself, and so can reverse by itself.
REVERTIBLE = frozenset({"account.note"})

#: The origin of a journal; each origin has a Record.
ORIGINS = ("charge", "refund", "deposit", "transfer", "note", "move", "other")

DIRECTIONS = ("credit", "debit")

Direction = Literal["credit", "debit"]


class Leg(msgspec.Struct):
    """One leg of a journal. Balances and version are set for the merchant's own accounts only, not for the provider's.

    ``alias``: the name of a sub-account.
    """

    account: str
    alias: str | None
    own: bool
    direction: Direction
    amount: Money
    balance_before: Money | None
    balance_after: Money | None
    version: int | None


class Annotation(msgspec.Struct):
    """``internal``: only staff see it. ``created_by`` is empty where the principal must not see it."""

    id: UUID
    text: str
    internal: bool
    by_staff: bool
    created_by: str
    created_at: datetime


class AnnotationInput(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    internal: bool = False


class RevertInput(msgspec.Struct, forbid_unknown_fields=True):
    """The merchant reads ``reason`` beside the reversal."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=140)]


class Reversible(msgspec.Struct):
    """A transaction as a plan compares it."""

    reverted: bool


class Reverted(msgspec.Struct):
    transaction_id: UUID
    reversal_id: UUID


class Transaction(msgspec.Struct):
    """A journal. ``effective_at``: when it took effect; ``recorded_at``: when it was posted. ``held``: the amount held
    for it.

    ``payout_origin``: why the payout left that it is about. ``revertible``: the principal may revert it now.
    """

    id: UUID
    company_id: int
    kind: str
    payout_origin: str | None
    origin: str
    origin_id: str
    external_id: str | None
    counterparty: str | None
    description: str | None
    effective_at: datetime
    recorded_at: datetime
    held: Money | None
    reverses: UUID | None
    reversed_by: UUID | None
    legs: list[Leg]
    annotations: list[Annotation]
    revertible: bool


class Sums(msgspec.Struct):
    """The totals of a day: opening balance, credits, debits and closing balance."""

    opening: Money
    credits: Money
    debits: Money
    entries: int
    closing: Money


class DayEntry(msgspec.Struct):
    """``movement`` is negative for a debit."""

    transaction_id: UUID
    kind: str
    effective_at: datetime
    recorded_at: datetime
    movement: Money
    known_then: bool


class Difference(msgspec.Struct):
    """An entry that makes the day differ now. ``place``: it took effect on the day, or before it and so moves the
    opening."""

    transaction_id: UUID
    kind: str
    effective_at: datetime
    recorded_at: datetime
    movement: Money
    reason: Literal["recorded_later", "reversal"]
    place: Literal["day", "before"]


class Comparison(msgspec.Struct):
    """A day by effective time, as it was known at ``known_at`` and as it is known now. ``more``: some lists were cut."""

    account: str
    day: date
    time_zone: str
    known_at: datetime
    known: Sums
    now: Sums
    entries: list[DayEntry]
    differences: list[Difference]
    more: bool
