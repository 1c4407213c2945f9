"""Collects the hits of a version in the order of subject and time, and joins them to episodes."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from retaguarda.compliance.pld_rules.check_conditions import Condition, Conditions, Fact, Why, outcome_of
from retaguarda.compliance.pld_rules.condition_facts import DAY, MICRO
from retaguarda.compliance.pld_rules.evaluate_movements import Movement

#: Points of a curve, from half of the threshold to twice as much.
POINTS = 20


@dataclass(slots=True)
class Found:
    """Hits on one subject, no further apart than the period."""

    subject: str
    name: str | None
    first_at: datetime
    last_at: datetime
    last_us: int
    hits: int
    amount: int
    movement: str
    why: list[Why]


class Past(NamedTuple):
    """What people decided about a subject in a time: ``case`` where it was communicated."""

    subject: str
    first_at: datetime
    last_at: datetime
    communicated: bool
    case: str


class _Candidate(NamedTuple):
    """A movement on which every line but the curve's holds."""

    subject: str
    us: int
    at: datetime
    value: int


@dataclass(slots=True)
class Finder:
    """One version on its way through the movements. ``curve``: the line whose threshold is varied; None: none can be."""

    conditions: Conditions
    period_days: int
    curve: int | None = None
    watched: Mapping[str, Sequence[Past]] = field(default_factory=dict[str, Sequence[Past]])
    episodes: list[Found] = field(default_factory=list[Found])
    candidates: list[_Candidate] = field(default_factory=list[_Candidate])
    nearest: dict[str, tuple[int, list[Why], int]] = field(default_factory=dict[str, tuple[int, list[Why], int]])
    hits: int = 0
    errors: int = 0
    not_enough_data: int = 0

    def take(self, movement: Movement, facts: Mapping[str, Fact]) -> None:
        held = [line.holds(facts) for line in self.conditions.lines]
        outcome = outcome_of(held)
        if outcome == "hit":
            self._hit(movement, facts)
        elif outcome == "error":
            self.errors += 1
        elif outcome == "not_enough_data":
            self.not_enough_data += 1
        if self.curve is not None and (outcome == "hit" or _all_but(held, self.curve)):
            value = facts[self.conditions.lines[self.curve].feature or ""]
            if isinstance(value, int):
                self.candidates.append(_Candidate(movement.subject, movement.us, movement.known_at, value))
        for past in self.watched.get(movement.subject, ()):
            if past.first_at <= movement.known_at <= past.last_at:
                near = sum(each is True for each, _ in held)
                if past.case not in self.nearest or near >= self.nearest[past.case][0]:
                    self.nearest[past.case] = (near, self.conditions.ask(facts).why, movement.amount)

    def _hit(self, movement: Movement, facts: Mapping[str, Fact]) -> None:
        self.hits += 1
        last = self.episodes[-1] if self.episodes else None
        gap = self.period_days * DAY * MICRO
        if last is not None and last.subject == movement.subject and movement.us - last.last_us <= gap:
            last.last_at, last.last_us = movement.known_at, movement.us
            last.hits += 1
            last.amount += movement.amount
            return
        self.episodes.append(
            Found(
                movement.subject,
                movement.name,
                movement.known_at,
                movement.known_at,
                movement.us,
                1,
                movement.amount,
                movement.movement,
                self.conditions.ask(facts).why,
            )
        )

    def finds(self, past: Past) -> bool:
        """Whether an episode of this version lies on what was decided."""
        return any(
            each.subject == past.subject and each.first_at <= past.last_at and each.last_at >= past.first_at
            for each in self.episodes
        )

    def curve_at(self, threshold: int, pasts: Iterable[Past]) -> tuple[int, int]:
        """Episodes, and communicated cases that are lost, if the threshold were this one."""
        assert self.curve is not None
        line = self.conditions.lines[self.curve].with_threshold(threshold)
        gap = self.period_days * DAY * MICRO
        count, subject, last = 0, "", 0
        spans = dict[str, list[list[datetime]]]()
        for each in self.candidates:
            if not line.holds({line.feature or "": each.value})[0]:
                continue
            if each.subject == subject and each.us - last <= gap:
                spans[subject][-1][1] = each.at
            else:
                count += 1
                spans.setdefault(each.subject, []).append([each.at, each.at])
            subject, last = each.subject, each.us
        lost = sum(
            not any(first <= past.last_at and end >= past.first_at for first, end in spans.get(past.subject, ()))
            for past in pasts
            if past.communicated
        )
        return count, lost


def _all_but(held: Sequence[tuple[bool | None, str | None]], place: int) -> bool:
    """Whether every line but one holds."""
    return all(each is True or number == place for number, (each, _) in enumerate(held))


def curve_line(new: Conditions, old: Conditions | None) -> int | None:
    """The line whose threshold is worth varying: the first that differs from the active version, else the first that can be."""
    able = [
        place
        for place, line in enumerate(new.lines)
        if line.threshold is not None and line.threshold > 0 and line.operator in (">=", ">", "<=", "<")
    ]
    before = {line.text for line in old.lines} if old else set[str]()
    changed = [place for place in able if new.lines[place].text not in before]
    return (changed or able or [None])[0] if old else (able or [None])[0]


def present_threshold(line: Condition, old: Conditions | None) -> int | None:
    """The threshold of the same comparison in the active version."""
    for each in old.lines if old else ():
        if each.feature == line.feature and each.operator == line.operator:
            return each.threshold
    return None


def thresholds(proposed: int, present: int | None) -> list[int]:
    low, high = max(1, proposed // 2), proposed * 2
    points = {low + (high - low) * step // POINTS for step in range(POINTS + 1)}
    return sorted(points | {proposed} | ({present} if present is not None and present > 0 else set()))


class MovementHash:
    """Over the movements that were read, in their order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.count = 0

    def take(self, movement: Movement) -> None:
        self.count += 1
        self._hash.update(f"{movement.subject}\0{movement.us}\0{movement.movement}\0{movement.amount}\n".encode())

    def digest(self) -> bytes:
        return self._hash.digest()


def overlaps(one: Found, other: Found) -> bool:
    return one.subject == other.subject and one.first_at <= other.last_at and one.last_at >= other.first_at
