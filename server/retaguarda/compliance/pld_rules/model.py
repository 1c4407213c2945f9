"""PLD rules: versions, backtests, and what the API says of them.

A version: draft → approved (by another person) → shadow → active → retired; a draft may be discarded. A shadow version is asked
of every movement and raises nothing. A version becomes active only after a backtest of exactly what it says.
"""

from datetime import datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Outcome, Why
from retaguarda.compliance.pld_rules.condition_facts import Measure, Unit
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.condition_errors import ProblemCode
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

RuleType = Literal["alert", "pld_action"]
Severity = Literal["low", "medium", "high", "critical"]
Status = Literal["draft", "approved", "shadow", "active", "retired", "discarded"]
Choice = Literal["approve", "shadow", "activate", "retire", "discard"]
BacktestStatus = Literal["asked", "done", "failed"]
Side = Literal["old", "both", "new"]

RULE_TYPES: tuple[RuleType, ...] = get_args(RuleType)
TARGETS: tuple[Target, ...] = get_args(Target)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
STATUSES: tuple[Status, ...] = get_args(Status)
BACKTEST_STATUSES: tuple[BacktestStatus, ...] = get_args(BacktestStatus)
#: A backtest older than this many days says too little of today.
BACKTEST_GOOD_DAYS = 30

Code = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$", description="of Carta Circular 4.001")]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class RuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``conditions``: CEL over features; all of them must hold. ``period_days``: hits no further apart are one episode."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    conditions: Annotated[list[Line], msgspec.Meta(min_length=1, max_length=12)]
    rule_type: RuleType = "alert"
    target: Target = "merchant"
    severity: Severity = "medium"
    period_days: Annotated[int, msgspec.Meta(ge=1, le=180)] = 30
    typologies: Annotated[list[Code], msgspec.Meta(max_length=20)] = []
    description: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    currency: Currency | None = None


class RuleChange(RuleInput):
    """``revision``: of the draft that was seen, where there is one. ``id``: the rule, where the path does not say it."""

    revision: Annotated[int, msgspec.Meta(ge=1)] | None = None
    id: UUID | None = None


class VersionDecision(msgspec.Struct, forbid_unknown_fields=True):
    choice: Choice
    reason: Reason | None = None


class BacktestInput(msgspec.Struct, forbid_unknown_fields=True):
    """Without ``from_at`` and ``until_at`` the whole history."""

    version: UUID
    from_at: datetime | None = None
    until_at: datetime | None = None


class TryConditions(msgspec.Struct, forbid_unknown_fields=True):
    """``subject``: a merchant's number or a document; without it only what is wrong with the lines is answered."""

    conditions: Annotated[list[Line], msgspec.Meta(max_length=12)]
    target: Target = "merchant"
    currency: Currency | None = None
    subject: Annotated[str, msgspec.Meta(min_length=1, max_length=20)] | None = None


class ConditionProblem(msgspec.Struct):
    """What is wrong with one line; ``place`` from zero. ``error``: in plain English; ``column``: in the line, from 1; ``word``: of it."""

    place: int
    error: str
    code: ProblemCode
    column: int | None
    word: str | None


class TriedOn(msgspec.Struct):
    movement: str
    at: datetime
    amount: Money
    outcome: Outcome
    why: list[Why]


class TriedConditions(msgspec.Struct):
    """``movements``: how many of the subject there are; ``hits``: on how many of them all lines hold; ``last``: the newest ones."""

    problems: list[ConditionProblem]
    movements: int
    hits: int
    last: list[TriedOn]


class FeatureShape(msgspec.Struct):
    """``seconds`` back from the movement, ending ``offset`` seconds before it; ``of``: the two that a ratio divides."""

    name: str
    measure: Measure
    unit: Unit
    seconds: int
    offset: int
    of: list[str]
    used_by: int


class Typology(msgspec.Struct):
    """A situation of Carta Circular 4.001. ``certain``: a public text names this code for it."""

    code: str
    item: str
    certain: bool
    pt: str
    en: str


class Vocabulary(msgspec.Struct):
    features: list[FeatureShape]
    typologies: list[Typology]
    feature_hash: str


class RuleVersion(msgspec.Struct):
    id: UUID
    rule_id: UUID
    version: int
    status: Status
    name: str
    description: str
    rule_type: RuleType
    target: Target
    severity: Severity
    typologies: list[str]
    currency: Currency
    conditions: list[str]
    period_days: int
    revision: int
    written_by: str
    approved_by: str | None
    approved_at: datetime | None
    activated_by: str | None
    activated_at: datetime | None
    retired_at: datetime | None
    created_at: datetime
    updated_at: datetime


class VersionRow(RuleVersion):
    """A row of ``pld_rule_version``."""

    hash: bytes
    writers: list[UUID]
    approver: UUID | None


class VersionShape(RuleVersion):
    """A version as its rule shows it. ``may_approve``: this person wrote nothing of it. ``backtest``: the newest one of exactly
    what it says, while it is good for a decision."""

    hash: str
    may_approve: bool
    backtest: UUID | None
    hits: int


class BacktestShort(msgspec.Struct):
    id: UUID
    number: int
    version: int
    status: BacktestStatus
    asked_at: datetime
    episodes: int | None
    lost: int | None


class RuleShape(msgspec.Struct):
    """A rule as Commands answer it: ``id`` and ``number`` stay, the version is the one that was written or decided."""

    id: UUID
    number: int
    version: RuleVersion


class RuleRecord(msgspec.Struct):
    """``current``: the active version, else the newest that nobody discarded. ``errors``: movements of which it could not be told, in 24 hours."""

    id: UUID
    number: int
    created_by: str
    created_at: datetime
    current: VersionShape
    versions: list[VersionShape]
    open_alerts: int
    hits_7d: int
    hits_30d: int
    errors: int
    decided: int
    precise: int
    backtests: list[BacktestShort]
    timeline: list[Moment]


class VersionState(msgspec.Struct):
    """What approval compares before and after."""

    name: str
    status: str
    conditions: list[str]
    severity: str
    target: str


class DecidedEpisodes(msgspec.Struct):
    """Episodes of one decision, by the version that finds them. ``communicated``: or the relationship was ended."""

    decision: Literal["communicated", "archived", "undecided"]
    old: int
    both: int
    new: int


class CurvePoint(msgspec.Struct):
    threshold: int
    episodes: int
    lost: int


class Curve(msgspec.Struct):
    """Episodes if one threshold were another and the rest as it is. ``present``: of the version that was active."""

    condition: str
    feature: str
    unit: Unit
    proposed: int
    present: int | None
    points: list[CurvePoint]


class LostCase(msgspec.Struct):
    """A case, communicated or whose relationship was ended, that this version does not find. ``why``: the conditions at the movement that came nearest."""

    case_id: UUID
    protocol: str
    name: str | None
    amount: Money
    at: datetime
    why: list[Why]
    seen_by: list[int]


class Report(msgspec.Struct):
    """What is counted of a backtest. ``minutes``: the median from taking an alert of this rule to its decision, over
    ``handled`` alerts."""

    old_episodes: int
    decided: list[DecidedEpisodes]
    curve: Curve | None
    lost: list[LostCase]
    not_enough_data: int
    errors: int
    minutes: int | None
    handled: int


class Backtest(msgspec.Struct):
    """A backtest as it was asked for."""

    id: UUID
    number: int
    rule_id: UUID
    version_id: UUID
    against_id: UUID | None
    status: BacktestStatus
    from_at: datetime
    until_at: datetime
    asked_by: str
    asked_at: datetime


class BacktestRow(Backtest):
    """A row of ``pld_backtest``."""

    error: str | None
    rule_hash: bytes
    feature_hash: bytes
    movements: int | None
    movement_hash: bytes | None
    root: bytes | None
    hits: int | None
    episodes: int | None
    in_both: int | None
    only_old: int | None
    only_new: int | None
    milliseconds: int | None
    ended_at: datetime | None


class Episode(msgspec.Struct):
    """``first_at`` to ``last_at``: hits no further apart than the rule's period. ``movement``: the one it began with."""

    n: int
    side: Side
    subject: str
    name: str | None
    first_at: datetime
    last_at: datetime
    hits: int
    amount: Money
    movement: str
    why: list[Why]
    decision: Literal["communicated", "archived"] | None


class BacktestRecord(msgspec.Struct):
    """``sealed``: hashes of rule, features, movements and episodes; the same question gives the same ones."""

    id: UUID
    number: int
    status: BacktestStatus
    error: str | None
    rule_number: int
    rule_id: UUID
    version: RuleVersion
    against: RuleVersion | None
    from_at: datetime
    until_at: datetime
    movements: int | None
    hits: int | None
    episodes: int | None
    in_both: int | None
    only_old: int | None
    only_new: int | None
    milliseconds: int | None
    asked_by: str
    asked_at: datetime
    ended_at: datetime | None
    report: Report | None
    first: list[Episode]
    sealed: dict[str, str]
    good_until: datetime | None
