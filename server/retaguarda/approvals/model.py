"""What is asked for, what it demands, and what became of it."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.diff import Change
from retaguarda.foundation.money import Money
from retaguarda.ledger.plan import CommandPlan

State = Literal["awaiting", "executed", "rejected", "cancelled", "expired", "failed"]
STATES: tuple[State, ...] = ("awaiting", "executed", "rejected", "cancelled", "expired", "failed")

MADE = "approvals:request:made"
EXECUTED = "approvals:request:executed"
FAILED = "approvals:request:failed"
STALE = "approvals:request:stale"
EXPIRED = "approvals:request:expired"


class Demand(msgspec.Struct, kw_only=True):
    """What one policy asks for, as it was when the request was made. ``policy`` None: a rule of the house itself, ``policies``
    or ``deciders``."""

    policy: UUID | None
    version: int | None
    name: str
    permission: str
    needed: int
    distinct_teams: bool
    emergency: str | None


class RequestMade(msgspec.Struct):
    id: UUID
    expires_at: datetime


class Awaiting(msgspec.Struct):
    """The body of every answer 202."""

    request: RequestMade
    message: Literal["awaiting_approval"] = "awaiting_approval"
    statusCode: int = 202
    status: bool = True


class Decided(msgspec.Struct, kw_only=True):
    """What became of a request by a decision. ``stale``: its effect is another by now, and it is asked again."""

    id: UUID
    status: State
    stale: bool
    error: str | None


class NotDecided(msgspec.Struct):
    id: str
    message: str
    error: str


class DecidedMany(msgspec.Struct):
    decided: list[Decided]
    refused: list[NotDecided]


class DecisionMade(msgspec.Struct):
    """``round`` counts the plans: a decision over an earlier one counts no more."""

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
    """What its maker asked for before, and what from this ``round`` on.

    ``facts`` as plans name them; ``changes``: fields of the input that no plan tells, ``account.branch`` for one inside another.
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
    """A request. ``today``: with it, what the merchant had moved by this Command on that day when it was asked for, done
    or waiting; null where no money moves. ``others`` wait on the same subject; what the caller may do with it stands in the last fields."""

    id: UUID
    company_id: int
    company_name: str
    command: str
    subject: str
    amount: Money | None
    today: Money | None
    input: dict[str, Any]
    plan: CommandPlan
    demands: list[Demand]
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
