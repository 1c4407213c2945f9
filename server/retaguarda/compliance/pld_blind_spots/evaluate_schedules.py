"""Asks rules of made-up schedules with the evaluator that they run on: nothing is written, and no alert is raised."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from retaguarda.compliance.pld_blind_spots.simulate_features import Step
from retaguarda.compliance.pld_rules.check_conditions import Conditions, Why
from retaguarda.compliance.pld_rules.compare_silence import AskedRule
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation, Target
from retaguarda.compliance.pld_rules.rows import Movement, PlantedMovement
from retaguarda.foundation.database import Tx

#: A midnight in Brasília; no clock was turned there for years on either side, so that a day is a day.
START = datetime(2026, 1, 5, 3, tzinfo=UTC)
TARGETS: tuple[Target, ...] = ("merchant", "end_user")
_FIRST_COMPANY, _OTHERS = 1_000_000, 10_000


class Schedule(NamedTuple):
    """What a made-up subject does; ``target`` says whether that is a merchant or an end user."""

    target: Target
    steps: Sequence[Step]


class FirstAlert(NamedTuple):
    """The first movement that a rule answers to. ``place``: from zero."""

    place: int
    rule: AskedRule
    why: list[Why]


async def first_alerts(
    tx: Tx, rules: Sequence[AskedRule], currency: str, schedules: Sequence[Schedule]
) -> list[FirstAlert | None]:
    """What is first raised on each schedule, about the subject or about one of its counterparties; None: nothing.

    A condition that fails counts as an alert: people are told of it.
    """
    found: list[FirstAlert | None] = [None] * len(schedules)
    planted = [each for number, schedule in enumerate(schedules) for each in _movements(number, schedule, currency)]
    if not planted:
        return found
    until = max(each.known_at for each in planted)
    for target in TARGETS:
        asked = [(each, Conditions(each.conditions)) for each in rules if each.target == target]
        names = frozenset(name for _, conditions in asked for name in conditions.uses)
        if not asked:
            continue
        async for movement, facts in Evaluation(target, currency, names, until, planted=planted).run(tx):
            number, place = _place(movement)
            earliest = found[number]
            if earliest is not None and (earliest.place, earliest.rule.number) <= (place, 0):
                continue
            for rule, conditions in asked:
                if conditions.outcome(facts) not in ("hit", "error"):
                    continue
                if earliest is None or (place, rule.number) < (earliest.place, earliest.rule.number):
                    found[number] = earliest = FirstAlert(place, rule, conditions.ask(facts).why)
    return found


def _movements(number: int, schedule: Schedule, currency: str) -> list[PlantedMovement]:
    """No two schedules share a merchant or a document, so that one pass asks all of them."""
    merchant = schedule.target == "merchant"
    return [
        PlantedMovement(
            f"planted:{number:06d}:{place:06d}",
            START + timedelta(seconds=step.at),
            _FIRST_COMPANY + number * _OTHERS + (0 if merchant else step.other),
            "in" if step.direction == "in" else "out",
            step.kind,
            f"{number:05d}{step.other if merchant else 0:06d}",
            step.amount,
            currency,
        )
        for place, step in enumerate(schedule.steps)
    ]


def _place(movement: Movement) -> tuple[int, int]:
    _, number, place = movement.movement.split(":")
    return int(number), int(place)
