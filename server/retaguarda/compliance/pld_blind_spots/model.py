"""What the searches for blind spots and the planted patterns of coverage say.

A search: asked → done. It keeps the rules that it asked, so that what it says stays readable whatever becomes of them.
"""

from datetime import datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_blind_spots.plan_typologies import Mutation, PlantedPattern
from retaguarda.compliance.pld_rules.check_conditions import Why
from retaguarda.compliance.pld_rules.compare_silence import AskedRule, SilentMaximum
from retaguarda.foundation.money import Currency, Money

SearchStatus = Literal["asked", "done"]
ExclusionStatus = Literal["proposed", "in_force", "refused", "ended"]
SEARCH_STATUSES: tuple[SearchStatus, ...] = get_args(SearchStatus)


class BlindSpotInput(msgspec.Struct, forbid_unknown_fields=True):
    """``version``: searched as if it were active; without it the rules as they are. ``currency``: of the rules, where it is not that of
    the version or of most of them."""

    version: UUID | None = None
    currency: Currency | None = None


class ScheduleStep(msgspec.Struct, frozen=True):
    """A movement of a schedule.

    Args:
        second: from the midnight in Brasília at which the 30 days begin; below zero where it lies before them.
        counterparty: from one; who it is stays the same within a schedule.
    """

    second: int
    kind: str
    counterparty: int
    amount: Money


class AlertStop(msgspec.Struct, frozen=True):
    """The rule that is the first to answer, with its conditions. ``movement``: at which of the schedule, from one."""

    rule: AskedRule
    movement: int
    why: list[Why]


class BlindSpot(SilentMaximum, frozen=True):
    """The schedule that moves the most without an alert.

    Args:
        steps: where nothing bounds them, only those up to the first that no rule bounds.
        stopped_by: what answers when one minor unit more is moved; None where nothing does.
        more_stopped_by: what answers to one more movement at the end, as small as the smallest.
        tried: patterns.
    """

    steps: list[ScheduleStep]
    stopped_by: AlertStop | None
    more_stopped_by: AlertStop | None
    tried: int


class PlantedAnswer(msgspec.Struct, frozen=True):
    """What the rules say to a planted pattern.

    Args:
        codes: of Carta Circular 4.001.
        movements: of the pattern, ``moved`` their sum.
        found: the first alert; None: the rules do not see the pattern. ``unseen``: what had moved before that.
    """

    pattern: PlantedPattern
    mutation: Mutation
    codes: list[str]
    movements: int
    moved: Money
    found: AlertStop | None
    unseen: Money


class Exclusion(msgspec.Struct):
    """Why a situation of Carta Circular 4.001 does not apply here.

    Proposed → in force (by another person) or refused; in force → ended.

    Args:
        may_decide: whether who asks is another person than proposed it.
    """

    id: UUID
    code: str
    reason: str
    status: ExclusionStatus
    proposed_by: str
    proposed_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    may_decide: bool


class ExclusionInput(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}$")]
    reason: Annotated[str, msgspec.Meta(min_length=20, max_length=1000)]


class ExclusionDecision(msgspec.Struct, forbid_unknown_fields=True):
    agree: bool


class CodeCoverage(msgspec.Struct):
    """A situation of Carta Circular 4.001 and the active rules that name it.

    Args:
        last_hit_at: of any of them, at any time.
        exclusion: what stands of it as not applicable, or waits to.
    """

    code: str
    rules: list[int]
    hits_30d: int
    last_hit_at: datetime | None
    exclusion: Exclusion | None = None


class Coverage(msgspec.Struct):
    """``codes``: every one that we know; ``rules``: how many are active. ``currency``: null before the first rule."""

    currency: str | None
    rules: int
    planted: list[PlantedAnswer]
    codes: list[CodeCoverage]


class BlindSpotSearch(msgspec.Struct):
    """A search as it was asked for."""

    id: UUID
    number: int
    version_id: UUID | None
    status: SearchStatus
    asked_by: str
    asked_at: datetime


class SearchRow(BlindSpotSearch):
    """A row of ``pld_blind_spot_search``."""

    rule_id: UUID | None
    currency: str
    set_hash: bytes
    against_hash: bytes | None
    rules: list[AskedRule]
    parts_done: int
    parts: int
    silent: list[SilentMaximum] | None
    answers: list[BlindSpot] | None
    planted: list[PlantedAnswer] | None
    not_searched: list[str]
    milliseconds: int | None
    ended_at: datetime | None


class BlindSpotRecord(msgspec.Struct):
    """One search with its schedules.

    Args:
        proposed: the version that was searched as if it were active.
        against, before, planted_before: the search of the rules without that version, and what it found.
        not_searched: features of the rules that no schedule varies.
        parts_done: of ``parts`` ways to move money.
        present: whether the active rules are still those that it asked; of a version: those beside it.
    """

    id: UUID
    number: int
    status: SearchStatus
    currency: str
    rules: list[AskedRule]
    rule_id: UUID | None
    proposed: AskedRule | None
    against: int | None
    before: list[SilentMaximum]
    planted_before: list[PlantedAnswer]
    answers: list[BlindSpot]
    planted: list[PlantedAnswer]
    not_searched: list[str]
    parts_done: int
    parts: int
    present: bool
    milliseconds: int | None
    asked_by: str
    asked_at: datetime
    ended_at: datetime | None
