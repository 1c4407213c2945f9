"""API shapes and statuses of rules.

draft → approved (by somebody who wrote none of it) → active → retired, from where it can be activated again; or
discarded.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.conditions import LONGEST
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.rule_groups import GroupProblem

ACTIONS = ("share", "block", "review")
MOST_GROUPS = 50
MOST_SHARES = 10

Action = Literal["share", "block", "review"]
Kind = Literal["immediate", "due", "static", "automatic"]
Payer = Literal["cpf", "cnpj", "none"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class RuleShare(msgspec.Struct, forbid_unknown_fields=True):
    """``percent``: of the charges that meet the group; a group's sum is 100."""

    processor: UUID
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)]


class RuleGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One group: the first whose condition holds decides. ``condition``: CEL over amount (minor units), hour (of
    Brasília), merchant, payer (cpf, cnpj, none), first_seen and kind; empty: always true.

    ``share`` routes to processors, ``block`` refuses the charge with ``reason``, ``review`` makes its payment wait for
    a person.
    """

    name: Annotated[str, msgspec.Meta(max_length=80)]
    condition: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    action: Action
    shares: Annotated[list[RuleShare], msgspec.Meta(max_length=MOST_SHARES)] = []
    reason: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class RuleOverride(msgspec.Struct):
    """What one rule is for one merchant: stricter from an amount on (minor units), or off until a time."""

    merchant: int
    rule: str
    kind: Literal["review", "block", "off"]
    least_amount: int | None
    until: datetime | None


Groups = Annotated[list[RuleGroup], msgspec.Meta(max_length=MOST_GROUPS)]


class RulesInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    groups: Groups


class RulesChange(msgspec.Struct, forbid_unknown_fields=True):
    """``revision``: of the draft the person saw; a stale one is refused."""

    name: Name
    groups: Groups
    revision: int


class RulesState(msgspec.Struct):
    """The fields of a version that a plan compares."""

    name: str
    status: str
    groups: list[str]


class Rules(msgspec.Struct, kw_only=True):
    """A version of the rules. ``may_approve``: the principal wrote none of it."""

    id: UUID
    number: int
    name: str
    status: str
    revision: int
    groups: list[RuleGroup]
    written_by: str
    created_at: datetime
    updated_at: datetime
    approved_by: str | None
    approved_at: datetime | None
    activated_by: str | None
    activated_at: datetime | None
    may_approve: bool


class RuleProcessor(msgspec.Struct):
    """A processor that a rule may name; ``usable``: it gets new charges."""

    id: UUID
    name: str
    usable: bool


class RulesRecord(Rules, kw_only=True):
    processors: list[RuleProcessor]


class TryInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Groups, saved or not, and a hypothetical charge."""

    groups: Groups
    amount: Price
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    merchant: Annotated[int, msgspec.Meta(ge=1)]
    payer: Payer = "none"
    first_seen: bool = False
    kind: Kind = "immediate"


class Tried(msgspec.Struct):
    """``group``: the one whose condition held, from zero; null: none, the priorities decide."""

    problems: list[GroupProblem]
    group: int | None
    action: Action | None


class SimulateInput(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=90)] = 7


class ProcessorPart(msgspec.Struct):
    """``processor`` is null when none could be chosen."""

    processor: UUID | None
    name: str | None
    count: int
    amount: Money


class GroupPart(msgspec.Struct):
    name: str
    count: int


class SimulatedRules(msgspec.Struct):
    """What the rules would do with the charges looked at; ``unmatched``: no group's condition held, the priorities
    decided.
    """

    processors: list[ProcessorPart]
    groups: list[GroupPart]
    blocked: int
    blocked_amount: Money
    reviewed: int
    reviewed_amount: Money
    unmatched: int


class RulesSimulation(msgspec.Struct):
    """``charges`` of the period, of which ``looked_at`` were evaluated; ``sampled``: those are a sample.

    ``changed``: charges for which the active rules decide otherwise.
    """

    days: int
    charges: int
    looked_at: int
    sampled: bool
    changed: int
    these: SimulatedRules
    active: SimulatedRules
