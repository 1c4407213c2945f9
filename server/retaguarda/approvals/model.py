"""Types and events of approvals: what was requested, what it demands, and its outcome."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.conditions import LONGEST
from retaguarda.foundation.diff import Change
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.ledger.plan import CommandPlan

State = Literal["awaiting", "executed", "rejected", "cancelled", "expired", "failed"]
STATES: tuple[State, ...] = ("awaiting", "executed", "rejected", "cancelled", "expired", "failed")

MADE = "approvals:request:made"
EXECUTED = "approvals:request:executed"
FAILED = "approvals:request:failed"
STALE = "approvals:request:stale"
EXPIRED = "approvals:request:expired"
USUAL_DAYS = 7


class Demand(msgspec.Struct, kw_only=True):
    """What one policy demands, as it was when the approval was requested. ``policy`` null: a built-in rule,
    ``policies`` or ``deciders``."""

    policy: UUID | None
    version: int | None
    name: str
    permission: str
    needed: int
    distinct_teams: bool
    emergency: str | None


class RequestMade(msgspec.Struct):
    """``approvals``: how many people at least have to approve."""

    id: UUID
    expires_at: datetime
    approvals: int


class Awaiting(msgspec.Struct):
    """The body of every 202 response."""

    request: RequestMade
    message: Literal["awaiting_approval"] = "awaiting_approval"
    statusCode: int = 202
    status: bool = True


class Decided(msgspec.Struct, kw_only=True):
    """The outcome of a decision. ``stale``: the effect has changed since, so the approval starts another round. ``missing``:
    how many people at least still have to approve, after an approval."""

    id: UUID
    status: State
    stale: bool
    error: str | None
    missing: int = 0


class NotDecided(msgspec.Struct):
    id: str
    message: str
    error: str


class DecidedMany(msgspec.Struct):
    decided: list[Decided]
    refused: list[NotDecided]


class DecisionMade(msgspec.Struct):
    """``round`` counts the plans: a decision over an earlier one no longer counts."""

    round: int
    actor: str
    kind: Literal["approve", "reject", "emergency"]
    reason: str | None
    factor: str | None
    at: datetime


class DelegationMade(msgspec.Struct):
    actor: str
    delegate: str
    note: str | None
    at: datetime


class EditMade(msgspec.Struct):
    """What the maker requested before, and what from this ``round`` on.

    ``facts`` as plans name them; ``changes``: input fields that no plan shows, ``account.branch`` for a nested one.
    """

    at: datetime
    round: int
    facts: list[Change]
    changes: list[Change]


class Pending(msgspec.Struct):
    id: UUID
    command: str
    about: str
    maker: str
    amount: Money | None
    created_at: datetime


class ApprovalRecord(msgspec.Struct, kw_only=True):
    """One approval. ``today``: what the merchant had moved by this Command on the day it was requested, including this
    one, done or waiting; null where no money moves. ``input``: documents masked; ``whole_input``: as it was asked for, for the maker
    who may edit it. ``missing``: how many people at least still have to approve. ``others`` wait on the same subject; the last fields tell what the
    principal may do with it."""

    id: UUID
    company_id: int
    company_name: str
    command: str
    subject: str
    amount: Money | None
    today: Money | None
    input: dict[str, Any]
    whole_input: dict[str, Any] | None
    plan: CommandPlan
    demands: list[Demand]
    missing: int
    maker: str
    status: State
    round: int
    result: Any
    error: str | None
    created_at: datetime
    planned_at: datetime
    closed_at: datetime | None
    expires_at: datetime
    edited_at: datetime | None
    decisions: list[DecisionMade]
    delegations: list[DelegationMade]
    edits: list[EditMade]
    others: list[Pending]
    may_decide: bool
    may_emergency: bool
    may_cancel: bool
    may_edit: bool


class PolicyInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``condition`` in CEL over amount, today, merchant, hour, weekday, maker, command and input; empty: always.

    ``emergency``: a permission whose holder may decide alone, with a reason, and everybody is notified.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    command: str
    condition: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    permission: str = Permission.APPROVALS_DECIDE.value
    needed: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    distinct_teams: bool = False
    expires_days: Annotated[int, msgspec.Meta(ge=1, le=90)] = USUAL_DAYS
    emergency: str | None = None
    active: bool = True


class Policy(PolicyInput, kw_only=True):
    """``alone``: nobody could have approved the policy when it was made."""

    id: UUID
    company_id: int
    version: int
    alone: bool
    created_at: datetime
    updated_at: datetime
    updated_by: str


class PolicyRules(msgspec.Struct):
    """The fields of a policy that a plan compares."""

    name: str
    command: str
    condition: str
    permission: str
    needed: int
    distinct_teams: bool
    expires_days: int
    emergency: str | None
    active: bool


class PolicyOptions(msgspec.Struct):
    """The values a policy can be built from."""

    commands: list[str]
    names: list[str]
