"""API shapes of routes and of their simulations.

draft → approved (by somebody who wrote none of it, after a simulation of exactly this revision) → active → retired, from where it can be
activated again; or discarded.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.rule_groups import GroupProblem
from retaguarda.payout_engine.decide_route import Passed, Reason
from retaguarda.payout_engine.draw_route import RouteGroup

MOST_GROUPS = 50
#: Days of payments that a simulation asks.
SIMULATION_DAYS = 30

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Groups = Annotated[list[RouteGroup], msgspec.Meta(max_length=MOST_GROUPS)]


class RoutesInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    groups: Groups


class RoutesChange(msgspec.Struct, forbid_unknown_fields=True):
    """``revision``: of the draft the person saw; a stale one is refused."""

    name: Name
    groups: Groups
    revision: int


class RoutesState(msgspec.Struct):
    """The fields of a version that a plan compares."""

    name: str
    status: str
    groups: list[str]


class PayoutRoutes(msgspec.Struct, kw_only=True):
    """A version of the routes. ``may_approve``: the principal wrote none of it."""

    id: UUID
    number: int
    name: str
    status: str
    revision: int
    groups: list[RouteGroup]
    written_by: str
    created_at: datetime
    updated_at: datetime
    approved_by: str | None
    approved_at: datetime | None
    activated_by: str | None
    activated_at: datetime | None
    may_approve: bool


class RouteProcessor(msgspec.Struct):
    """A processor that a group may name; ``usable``: it gets new orders."""

    id: UUID
    name: str
    usable: bool


class ProcessorShare(msgspec.Struct):
    """What one processor gets. ``percent`` of all payments; ``cost`` by its tariff; ``seconds``: the median until it has paid, null where
    it paid nothing in these days."""

    processor: UUID
    name: str
    count: int
    amount: Money
    percent: str
    cost: Money
    seconds: int | None


class GroupShare(msgspec.Struct):
    """How many payments met one group."""

    name: str
    count: int


class SimulationReport(msgspec.Struct):
    """What a version would have done. ``before``: where the payments really went. ``moved``: those that went elsewhere; ``fallback``: those
    that a later choice of their group got; ``waiting``: those that nobody would have taken at that moment; ``unmet``: those that no group
    is about, which go by the processors' own order."""

    shares: list[ProcessorShare]
    before: list[ProcessorShare]
    groups: list[GroupShare]
    moved: int
    fallback: int
    waiting: int
    unmet: int
    cost: Money
    cost_before: Money


class PayoutSimulation(msgspec.Struct, kw_only=True):
    """A simulation; ``report`` is null until it is done. ``revision``: of the version that was simulated."""

    id: UUID
    number: int
    version_id: UUID
    revision: int
    from_at: datetime
    until_at: datetime
    status: str
    payments: int | None
    report: SimulationReport | None
    milliseconds: int | None
    asked_by: str
    asked_at: datetime
    ended_at: datetime | None


class PayoutRoutesRecord(PayoutRoutes, kw_only=True):
    """``simulation``: the newest of this revision. ``facts``: what a condition may name."""

    processors: list[RouteProcessor]
    facts: list[str]
    simulation: PayoutSimulation | None


class TryRoutesInput(msgspec.Struct, forbid_unknown_fields=True):
    """Groups, saved or not, and what to try them on: facts by name, as JSON; those left away are those of an ordinary payment."""

    groups: Groups
    facts: dict[str, bool | int | str] = {}


class TriedRoutes(msgspec.Struct):
    """``met``: the place of the group that such a payment meets; null: none, or not known."""

    problems: list[GroupProblem]
    met: int | None


class PassedProcessor(msgspec.Struct):
    """A processor that would have come first, and why it did not get the order."""

    processor: UUID
    name: str
    why: Passed


class OrderRoute(msgspec.Struct, kw_only=True):
    """Why an order went to its processor, and by which version of the routes. Only staff see it."""

    reason: Reason
    version: UUID | None = None
    number: int | None = None
    group: str | None = None
    passed: list[PassedProcessor] = []
    facts: dict[str, bool | int | str] = {}


class PaymentRoute(msgspec.Struct, kw_only=True):
    """Where an order of a payment went, and why; ``route`` is null for orders from before there were routes. ``cost``: null until it is
    carried out, and where nobody has said what the processor charges."""

    attempt: int
    processor: str
    route: OrderRoute | None
    cost: Money | None
