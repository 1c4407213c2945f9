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


class LinePart(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: minor units of the expectation that this line paid; all that is open of it if None."""

    expectation: UUID
    amount: Annotated[int, msgspec.Meta(ge=1, le=10**15)] | None = None


class SplitLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """Each part becomes a match of its own, undone alone; what is left of the line stays open."""

    parts: Annotated[list[LinePart], msgspec.Meta(min_length=1, max_length=50)]


class LineSplit(msgspec.Struct):
    """``left``: what of the line is still open."""

    id: UUID
    state: str
    left: Money
    matches: list[UUID]


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


RuleState = Literal["draft", "shadow", "live", "retired"]
RULE_STATES: tuple[RuleState, ...] = ("draft", "shadow", "live", "retired")
RuleRung = Literal["tolerance", "learned"]
RULE_RUNGS: tuple[RuleRung, ...] = ("tolerance", "learned")


class MatchingRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``tolerance``: minor units that a line may differ by, with its ``cause``; ``days``: more days than are expected anyway.

    ``pattern``: a regular expression of the line's description. ``learned``: ``shape``, the description with # for every number,
    stands for the kind of journal ``expected``. ``replaces``: the rule whose next version this is.
    """

    account: UUID
    rung: RuleRung
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    position: Annotated[int, msgspec.Meta(ge=1, le=99)] = 10
    tolerance: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    cause: Literal["rounding", "exchange", "accepted"] | None = None
    pattern: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    shape: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    expected: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    replaces: UUID | None = None


class DecideMatchingRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``shadow``: it is only watched; ``live``: it proposes, and another person than its maker says so; ``retire``: it ends."""

    choice: Literal["shadow", "live", "retire"]


class ConciliationRule(msgspec.Struct):
    """A rule of the upper rungs. ``tolerance``: what a line may differ by."""

    id: UUID
    account_id: UUID
    account_name: str
    rung: RuleRung
    name: str
    version: int
    replaces: UUID | None
    position: int
    tolerance: Money
    days: int
    cause: str | None
    pattern: str | None
    shape: str | None
    expected: str | None
    state: RuleState
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str | None


class RehearsedPair(msgspec.Struct):
    """A line and an expectation that the rule would put together. ``judged``: agreed, people did so; otherwise, they did not."""

    line_id: UUID
    description: str
    day: date
    amount: Money
    expected_amount: Money
    judged: Literal["agreed", "otherwise"] | None


class MatchingRuleRecord(ConciliationRule, kw_only=True):
    """``gained``, ``agreed``, ``otherwise``: pairs of the last 90 days that nobody judged, that people made too, and that they did
    not; ``pairs``: the first of them. ``mine``: the principal made the rule, so another person lets it work."""

    gained: int
    agreed: int
    otherwise: int
    pairs: list[RehearsedPair]
    mine: bool
    timeline: list[Moment]


class LearnedText(msgspec.Struct):
    """A text of the bank and what people match it with. ``lower_bound``: how often that is right at least (Wilson, 95 %).

    ``ready``: from 20 cases and 0.98 on.
    """

    account_id: UUID
    account_name: str
    shape: str
    expected: str
    hits: int
    cases: int
    lower_bound: str
    ready: bool
