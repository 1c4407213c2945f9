"""Computes every evaluation of an evidence pack anew: its rule by its hash, its values from the movements."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from retaguarda.compliance.evidence.evaluate_features import features_at, moment, order_of
from retaguarda.compliance.evidence.model import (
    EVALUATIONS,
    MOVEMENTS,
    RULES,
    PackEvaluation,
    PackFeature,
    PackMovement,
    PackRule,
    PackRules,
)
from retaguarda.compliance.pld_rules.check_conditions import Conditions, Why, rule_hash
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.foundation.conditions import RuleError


def rule_problems(rules: PackRules) -> Iterator[str]:
    """Rules that are not what their hash says, and features that this program counts otherwise."""
    for each in rules.versions:
        if rule_hash(each.target, each.currency, each.conditions, each.period_days).hex() != each.hash:
            yield f"{RULES}: version {each.version} of rule {each.number} is not what its hash says: it was changed"
    for feature in rules.features:
        own = BY_NAME.get(feature.name)
        if own is None or feature != PackFeature(
            own.name, own.measure, own.unit, own.where, own.window, own.offset, list(own.of or ())
        ):
            yield f"{RULES}: {feature.name} is declared otherwise in this version of the program"


def evaluation_problems(
    rules: PackRules, evaluations: Sequence[PackEvaluation], movements: Sequence[PackMovement]
) -> Iterator[str]:
    """Evaluations that the movements do not give again, value by value."""
    versions = {each.id: each for each in rules.versions}
    histories = defaultdict[tuple[str, str, str], list[PackMovement]](list)
    for each in movements:
        histories[each.target, each.currency, each.subject].append(each)
    for each in histories.values():
        if each != sorted(each, key=order_of):
            yield f"{MOVEMENTS}: the movements of {each[0].subject} are not in order"
    places = {(key, each.movement): place for key, rows in histories.items() for place, each in enumerate(rows)}
    for number, told in enumerate(evaluations, 1):
        where, version = f"{EVALUATIONS} line {number}", versions.get(told.version)
        if version is None:
            yield f"{where}: its version is not in {RULES}"
            continue
        key = version.target, version.currency, told.subject
        place = places.get((key, told.movement))
        if place is None:
            yield f"{where}: {told.movement} is not in {MOVEMENTS}"
            continue
        yield from (f"{where}: {each}" for each in _differences(version, told, histories[key], place))


def _differences(version: PackRule, told: PackEvaluation, history: Sequence[PackMovement], place: int) -> Iterator[str]:
    one = history[place]
    if (one.amount, moment(one.us)) != (told.amount, told.at):
        yield f"{told.movement} is another movement than in {MOVEMENTS}"
    try:
        conditions = Conditions(version.conditions)
    except RuleError as error:
        yield f"version {version.version} of rule {version.number} is no rule: {error}"
        return
    verdict = conditions.ask(features_at(history, place, conditions.uses))
    if [each.condition for each in verdict.why] != [each.condition for each in told.why]:
        yield f"it tells other conditions than version {version.version} of rule {version.number}"
        return
    for own, stored in zip(verdict.why, told.why, strict=True):
        if own != stored:
            yield f"{own.condition!r} comes to {_value(own)}, and {_value(stored)} was told"
    if verdict.outcome != told.outcome:
        yield f"the rule comes to {verdict.outcome}, and {told.outcome} was told"


def _value(why: Why) -> str:
    return f"{why.value if why.feature else why.held}"
