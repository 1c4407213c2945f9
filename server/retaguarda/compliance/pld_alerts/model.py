"""PLD alerts and cases, and their states.

Alert: triggered → under_review → escalated (in a case), dismissed (a false alarm) or cleared (explained). Case: opened →
investigating ⇄ waiting → proposed → decided by another person → communicated → closed. What is closed stays closed; what comes
later is a new case.
"""

from datetime import date, datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec

from retaguarda.compliance.block_list import model as block_list
from retaguarda.compliance.pld_rules.check_conditions import Why
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.compliance.pld_rules.model import Code, Severity
from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason

AlertStatus = Literal["triggered", "under_review", "escalated", "dismissed", "cleared"]
Effect = Literal["alert", "shadow", "snoozed", "error"]
ReasonId = Literal[
    "own_accounts", "seasonal", "known_business", "documented", "data_error", "rule_too_wide", "duplicate", "other"
]
CaseState = Literal["opened", "investigating", "waiting", "proposed", "decided", "communicated", "closed"]
Proposal = Literal["archive", "communicate", "end_relationship"]

ALERT_STATUSES: tuple[AlertStatus, ...] = get_args(AlertStatus)
CASE_STATES: tuple[CaseState, ...] = get_args(CaseState)
PROPOSALS: tuple[Proposal, ...] = get_args(Proposal)
#: So long, in characters, is what is written about the dismissal of a high or critical alert.
SHORTEST_TEXT = 20

Text = Annotated[str, msgspec.Meta(min_length=3, max_length=2000)]
Part = Annotated[str, msgspec.Meta(max_length=8000)]


class AlertReason(msgspec.Struct, frozen=True):
    """Why an alert was nothing. ``id`` is stored; the screens have its words in each language."""

    id: ReasonId
    name: str
    description: str
    category: Literal["explained", "false_positive"]


REASONS: tuple[AlertReason, ...] = (
    AlertReason("own_accounts", "Own accounts", "Money moved between accounts of the same person", "explained"),
    AlertReason("seasonal", "Season", "A peak that the business has every year", "explained"),
    AlertReason("known_business", "Known business", "The activity that was registered explains it", "explained"),
    AlertReason("documented", "Documented", "Contract, invoice or court paper was seen", "explained"),
    AlertReason("data_error", "Error in the data", "A movement was booked wrongly", "false_positive"),
    AlertReason("rule_too_wide", "Rule too wide", "The rule finds what is ordinary", "false_positive"),
    AlertReason("duplicate", "Duplicate", "Another alert is about the same movements", "false_positive"),
    AlertReason("other", "Other", "See the text", "false_positive"),
)


class AssignInput(msgspec.Struct, forbid_unknown_fields=True):
    """``email``: of who works on it; None: who asks."""

    email: Annotated[str, msgspec.Meta(max_length=254)] | None = None


class AlertNote(msgspec.Struct, forbid_unknown_fields=True):
    text: Text


class AlertDecision(msgspec.Struct, forbid_unknown_fields=True):
    """``dismiss``: a false alarm; ``clear``: it happened, and is explained."""

    choice: Literal["dismiss", "clear"]
    reason_id: ReasonId
    text: Text


class SnoozeInput(msgspec.Struct, forbid_unknown_fields=True):
    """For so many days the alert's rule raises no new alert about its subject; hits are still counted."""

    days: Annotated[int, msgspec.Meta(ge=1, le=180)]
    reason: Reason


class SnoozeEnd(msgspec.Struct, forbid_unknown_fields=True):
    """Why a rule raises alerts about a subject again before the day of its snooze."""

    reason: Reason


class EscalateInput(msgspec.Struct, forbid_unknown_fields=True):
    """``case``: an open case that takes the alert in; None: a new one."""

    case: UUID | None = None
    text: Text | None = None


class DossierInput(msgspec.Struct, forbid_unknown_fields=True):
    """``capacity``: means against what was moved; ``origin``: where money came from and went to."""

    facts: Part
    capacity: Part = ""
    origin: Part = ""
    grounds: Part = ""
    typologies: Annotated[list[Code], msgspec.Meta(max_length=20)] = []


class CaseMove(msgspec.Struct, forbid_unknown_fields=True):
    """``investigate`` also takes the case; ``note`` moves nothing."""

    choice: Literal["investigate", "wait", "resume", "note", "close"]
    text: Text | None = None


class ProposeInput(msgspec.Struct, forbid_unknown_fields=True):
    proposal: Proposal


class CaseBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: for staff alone. ``until``: the last day, in Brasília; None: until somebody ends it."""

    effect: block_list.Effect
    direction: Literal["in", "out", "both"]
    reason: Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
    until: date | None = None


class CaseDecision(msgspec.Struct, forbid_unknown_fields=True):
    """``agree`` False sends the case back to who investigates."""

    agree: bool
    text: Text


class AlertShort(msgspec.Struct):
    id: UUID
    number: int
    rule: str
    name: str | None
    severity: Severity
    status: AlertStatus
    triggers: int
    amount: Money
    created_at: datetime


class Alert(msgspec.Struct):
    """One alert as Commands return it. ``subject``: a merchant's number, or a document."""

    id: UUID
    number: int
    rule_id: UUID
    version_id: UUID
    target: Target
    subject: str
    subject_company: int | None
    name: str | None
    severity: Severity
    status: AlertStatus
    triggers: int
    amount: Money
    first_at: datetime
    last_at: datetime
    selection_due: date
    case_id: UUID | None
    reason: ReasonId | None
    reason_text: str | None
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Trigger(msgspec.Struct):
    """One movement on which the rule's conditions held."""

    movement: str
    at: datetime
    merchant: str
    counterparty: str | None
    direction: Literal["in", "out"]
    kind: str
    amount: Money
    version: int
    why: list[Why]


class Step(msgspec.Struct):
    n: int
    at: datetime
    actor: str
    kind: str
    body: str | None


class Flow(msgspec.Struct):
    """What a subject moved in a day or month. ``since``: its first day, where deadlines are counted."""

    since: date
    come_in: Money
    go_out: Money
    count: int


class PeerPlace(msgspec.Struct):
    """Where the subject stands among all of its kind that moved something in the 30 days before the last trigger."""

    place: int
    of: int
    median: Money
    own: Money


class CaseShort(msgspec.Struct):
    id: UUID
    protocol: str
    state: CaseState
    decision: Proposal | None
    name: str
    opened_at: datetime


class AlertRecord(msgspec.Struct):
    """``why``: of the newest trigger. ``similar``: closed cases that this rule began; ``open_cases``: of the same subject.

    ``muted``: hits that a snooze kept from raising anything; ``days_left`` until selection is due, None when it is over.
    """

    alert: Alert
    rule_number: int
    rule_name: str
    version: int
    typologies: list[str]
    document: str
    assignee: str | None
    case_protocol: str | None
    days_left: int | None
    norm: str
    why: list[Why]
    triggers: list[Trigger]
    days: list[Flow]
    months: list[Flow]
    peers: PeerPlace | None
    others: list[AlertShort]
    similar: list[CaseShort]
    open_cases: list[CaseShort]
    muted: int
    snoozed_until: datetime | None
    steps: list[Step]


class PldCase(msgspec.Struct):
    """One case as Commands return it."""

    id: UUID
    protocol: str
    state: CaseState
    target: Target
    subject: str
    name: str
    opened_at: datetime
    due_on: date
    facts: str
    capacity: str
    origin: str
    grounds: str
    typologies: list[str]
    proposal: Proposal | None
    proposed_by: str | None
    proposed_at: datetime | None
    decision: Proposal | None
    decided_by: str | None
    decided_at: datetime | None
    communicate_due: date | None
    closed_at: datetime | None


class CaseBlocked(msgspec.Struct):
    """An entry of the block list that comes from the case."""

    id: UUID
    shown: str
    effect: block_list.Effect
    status: block_list.Status


class PldCaseRecord(msgspec.Struct):
    """``missing``: what still stands in the way of a proposal; ``may_decide``: this person did not propose; ``may_block``: the
    subject has a document, which can stand on the block list."""

    case: PldCase
    document: str
    owner: str | None
    days_left: int | None
    norm: str
    alerts: list[AlertShort]
    months: list[Flow]
    missing: list[Literal["facts", "grounds", "typologies"]]
    may_decide: bool
    communication: UUID | None
    communication_status: str | None
    earlier: CaseShort | None
    may_block: bool
    blocked: list[CaseBlocked]
    steps: list[Step]
