"""Services, the minutes in which they worked or did not, and incidents.

An incident is detected by the rule or opened by a person, then confirmed or dismissed, explained once it is over, and closed.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

#: Our own services; ``api`` and ``worker`` by the heartbeats of their processes, the others by their calls.
Service = Literal["api", "worker", "payin", "payouts", "checkout", "provider_calls", "sign_in", "dashboard", "link"]
#: A person names one of these; a link is found by its own minutes only.
OwnService = Literal["api", "worker", "payin", "payouts", "checkout", "provider_calls", "sign_in", "dashboard"]
State = Literal["detected", "confirmed", "dismissed", "explained", "closed"]
FoundBy = Literal["traffic", "slowness", "heartbeat", "person"]
Cause = Literal["own", "provider", "spi", "dict", "network", "change"]
Why = Literal["failed", "slow", "silent"]

OWN_SERVICES: tuple[OwnService, ...] = (
    "api",
    "worker",
    "payin",
    "payouts",
    "checkout",
    "provider_calls",
    "sign_in",
    "dashboard",
)
SERVICES: tuple[Service, ...] = (*OWN_SERVICES, "link")
#: Who answers for them all: when no process of it is there, none of these works.
BY_API: tuple[OwnService, ...] = ("payin", "payouts", "checkout", "provider_calls", "sign_in", "dashboard")
STATES: tuple[State, ...] = ("detected", "confirmed", "dismissed", "explained", "closed")
FOUND_BY: tuple[FoundBy, ...] = ("traffic", "slowness", "heartbeat", "person")
CAUSES: tuple[Cause, ...] = ("own", "provider", "spi", "dict", "network", "change")

#: The permanent address of an index without unavailable minutes; basis: hundredths of a per cent.
WHOLE = 10_000

TimeOfDay = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
#: Two days at most.
Minutes = Annotated[int, msgspec.Meta(ge=1, le=2_880)]
Words = Annotated[str, msgspec.Meta(min_length=10, max_length=4000)]


class IncidentRule(msgspec.Struct, frozen=True, kw_only=True):
    """When a minute is bad, and when bad minutes are an incident. ``goal``: of a month, in hundredths of a per cent."""

    version: int
    valid_from: datetime
    least_calls: int
    failed_percent: int
    slow_ms: int
    slow_percent: int
    opens_after: int
    ends_after: int
    goal: int


class IncidentInput(msgspec.Struct, forbid_unknown_fields=True):
    """``day`` and ``began``: by the clock in Brasília; ``minutes`` null: it goes on."""

    service: OwnService
    day: date
    began: TimeOfDay
    reason: Reason
    minutes: Minutes | None = None


class IncidentDecision(msgspec.Struct, forbid_unknown_fields=True):
    """A dismissed incident does not count in the index."""

    decision: Literal["confirmed", "dismissed"]
    reason: Reason


class IncidentBounds(msgspec.Struct, forbid_unknown_fields=True):
    """``day`` and ``began``: by the clock in Brasília."""

    day: date
    began: TimeOfDay
    minutes: Minutes
    reason: Reason


class IncidentMerge(msgspec.Struct, forbid_unknown_fields=True):
    """``into``: the number of the incident that stays."""

    into: Annotated[int, msgspec.Meta(ge=1, le=2_147_483_647)]
    reason: Reason


class IncidentSplit(msgspec.Struct, forbid_unknown_fields=True):
    """``day`` and ``at``: when the second part begins, by the clock in Brasília."""

    day: date
    at: TimeOfDay
    reason: Reason


class IncidentExplanation(msgspec.Struct, forbid_unknown_fields=True):
    cause: Cause
    root_cause: Words
    action: Words


class IncidentMessage(msgspec.Struct, forbid_unknown_fields=True):
    """``message``: what merchants read."""

    message: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]


class IncidentReport(msgspec.Struct, forbid_unknown_fields=True):
    """``protocol``: under which the Central Bank received the report."""

    protocol: Annotated[str, msgspec.Meta(min_length=3, max_length=60)]


class MaintenanceInput(msgspec.Struct, forbid_unknown_fields=True):
    """``day`` and ``began``: by the clock in Brasília."""

    service: OwnService
    day: date
    began: TimeOfDay
    minutes: Minutes
    reason: Reason


class Incident(msgspec.Struct, kw_only=True):
    """``minutes``: bad ones; ``bounds_by``: the person who moved the bounds, which then count instead."""

    id: UUID
    number: int
    service: Service
    link_id: UUID | None
    state: State
    found_by: FoundBy
    rule_version: int
    began_at: datetime
    ended_at: datetime | None
    bounds_by: str | None
    minutes: int
    planned: bool
    answered: int
    failed: int
    opened_by: str
    opened_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    decision_reason: str | None
    cause: Cause | None
    root_cause: str | None
    action: str | None
    told_at: datetime | None
    told: str | None
    told_companies: int
    reported_at: datetime | None
    report_protocol: str | None
    closed_at: datetime | None
    #: Those that count instead: it was merged or split.
    replaced_by: list[UUID]


class IncidentLoss(msgspec.Struct):
    """Payments that probably did not come. The true number lies from ``least`` to ``most`` in 95 of 100 cases.

    ``weeks``: earlier weeks whose same minutes were compared.
    """

    weeks: int
    seen: int
    expected: int
    missing: int
    least: int
    most: int
    missing_amount: Money


class IncidentMinute(msgspec.Struct):
    """One minute of a service. ``before``: calls in the same minute, on average of the four weeks before; ``bad``: why."""

    at: datetime
    answered: int
    failed: int
    before: int
    bad: Why | None


class IncidentRecord(Incident, kw_only=True):
    """``chart``: from before it began until after it ended."""

    link_name: str | None
    rule: IncidentRule
    losses: list[IncidentLoss]
    chart: list[IncidentMinute]
    timeline: list[Moment]


class Maintenance(msgspec.Struct):
    id: UUID
    service: Service
    began_at: datetime
    ended_at: datetime
    reason: str
    announced_by: str
    announced_at: datetime


class AvailabilityOfService(msgspec.Struct):
    """``index``: in hundredths of a per cent, with all incidents that are not dismissed; ``index_decided``: with those that a
    person confirmed. ``p50_ms`` and ``p99_ms``: null without calls.
    """

    service: Service
    link_id: UUID | None
    link_name: str | None
    minutes: int
    unavailable: int
    planned: int
    undecided: int
    index: int
    index_decided: int
    calls: int
    failed: int
    p50_ms: int | None
    p99_ms: int | None


class ApixReport(msgspec.Struct):
    """A month's Pix report as it was frozen; ``month``: its first day."""

    month: date
    sha256: str
    frozen_at: datetime
    frozen_by: str


class AvailabilityMonth(msgspec.Struct):
    """Availability of a month, as far as it is over."""

    month: str
    goal: int
    services: list[AvailabilityOfService]
    maintenance: list[Maintenance]
    apix: ApixReport | None
