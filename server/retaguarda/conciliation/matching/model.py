"""Matches and exceptions in the API.

A match: proposed → confirmed or rejected; confirmed → undone. An exception: open → assigned → resolved.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

ExceptionKind = Literal[
    "bank_only",
    "ledger_only",
    "amount_differs",
    "duplicate_bank",
    "wrong_account",
    "returned_unposted",
    "fee_unknown",
    "balance_break",
]
EXCEPTION_KINDS: tuple[ExceptionKind, ...] = (
    "bank_only",
    "ledger_only",
    "amount_differs",
    "duplicate_bank",
    "wrong_account",
    "returned_unposted",
    "fee_unknown",
    "balance_break",
)
EXCEPTION_STATES = ("open", "assigned", "resolved")
SEVERITIES = ("low", "medium", "high")
GroupState = Literal["proposed", "confirmed", "rejected", "undone"]
#: What becomes of a difference: the bank's cost is booked, the others are kept beside the match.
Difference = Literal["none", "bank_cost", "rounding", "exchange", "accepted"]

Items = Annotated[list[UUID], msgspec.Meta(max_length=500)]


class RunInput(msgspec.Struct, forbid_unknown_fields=True):
    """``account``: one house account; without it every open one is matched."""

    account: UUID | None = None


class MatchItems(msgspec.Struct, forbid_unknown_fields=True):
    """Lines and expectations of one account that are the same money."""

    lines: Items
    expectations: Items


class MatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason`` is needed where lines and expectations differ."""

    items: MatchItems
    difference: Difference = "none"
    reason: Reason | None = None


class DecideMatchInput(msgspec.Struct, forbid_unknown_fields=True):
    """``undo`` ends this match alone and needs a reason."""

    choice: Literal["confirm", "reject", "undo"]
    reason: Reason | None = None


class DecideLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``book_cost`` books a debit as a cost of the bank; ``ignore`` leaves it where it is, with its reason; ``restore`` undoes that."""

    choice: Literal["ignore", "restore", "book_cost"]
    reason: Reason


class DecideExceptionInput(msgspec.Struct, forbid_unknown_fields=True):
    """``assign``: to ``owner``, a person of the provider by e-mail, else to whoever asks. ``resolve`` and ``comment`` need ``text``."""

    choice: Literal["assign", "comment", "resolve"]
    owner: Annotated[str, msgspec.Meta(max_length=254)] | None = None
    due_on: date | None = None
    text: Reason | None = None


class RunResult(msgspec.Struct):
    """``rungs``: matches that each rung of the ladder made, the first one first; ``expected``: what the ledger newly expects."""

    accounts: int
    expected: int
    rungs: list[int]
    exceptions: int


class MatchGroup(msgspec.Struct):
    id: UUID
    account_id: UUID
    state: GroupState
    rung: int
    explanations: int
    difference: Money
    cause: str | None
    reason: str | None
    made_at: datetime
    made_by: str
    decided_at: datetime | None
    decided_by: str | None
    undone_at: datetime | None
    undone_by: str | None


class LineDecided(msgspec.Struct):
    id: UUID
    state: str
    reason: str | None


class ConciliationException(msgspec.Struct):
    id: UUID
    account_id: UUID
    account_name: str
    kind: ExceptionKind
    line_id: UUID | None
    expectation_id: UUID | None
    day: date
    amount: Money
    state: Literal["open", "assigned", "resolved"]
    opened_at: datetime
    owner: str | None
    due_on: date | None
    note: str | None
    resolved_at: datetime | None
    resolved_by: str | None
    resolution: str | None


class ExceptionRecord(ConciliationException):
    """``description``: of its line or expectation; ``merchant_id``: whose journal stands behind an expectation."""

    description: str
    end_to_end_id: str
    merchant_id: int | None
    timeline: list[Moment]
