"""Compares a version of a rule with the one before and with what people decided: thresholds, lost cases, near misses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from retaguarda.compliance.pld_rules.check_conditions import Condition, Conditions, Why
from retaguarda.compliance.pld_rules.condition_facts import DAY, MICRO
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.merge_episodes import Candidate
from retaguarda.foundation.database import Tx

#: Points of a curve, from half of the threshold to twice as much.
POINTS = 20


class Past(NamedTuple):
    """What people decided about a subject in a time; ``case`` and ``protocol`` where there is one."""

    subject: str
    first_at: datetime
    last_at: datetime
    communicated: bool
    case: UUID | None
    protocol: str


class Nearest(NamedTuple):
    """The movement within a time on which most lines hold, the last of them: what they say there, and its amount."""

    why: list[Why]
    amount: int


async def nearest_of(tx: Tx, evaluation: Evaluation, conditions: Conditions, past: Past) -> Nearest | None:
    """None: its subject moved nothing in that time."""
    best, found = -1, None
    async for movement, facts in replace(evaluation, subjects=[past.subject]).run(tx):
        if not past.first_at <= movement.known_at <= past.last_at:
            continue
        near = sum(line.holds(facts)[0] is True for line in conditions.lines)
        if near >= best:
            best, found = near, Nearest(conditions.ask(facts).why, movement.amount)
    return found


def lost_at(line: Condition, candidates: Sequence[Candidate], period_days: int, pasts: Iterable[Past]) -> int:
    """How many communicated cases no episode lies on, if the hits were the candidates for which this line holds."""
    gap = period_days * DAY * MICRO
    spans, last = dict[str, list[list[datetime]]](), dict[str, int]()
    for each in candidates:
        if not line.holds({line.feature or "": each.value})[0]:
            continue
        if each.subject in last and each.us - last[each.subject] <= gap:
            spans[each.subject][-1][1] = each.known_at
        else:
            spans.setdefault(each.subject, []).append([each.known_at, each.known_at])
        last[each.subject] = each.us
    return sum(
        not any(first <= past.last_at and end >= past.first_at for first, end in spans.get(past.subject, ()))
        for past in pasts
    )


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
