"""Checks groups of rules that somebody writes, saved or not."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from retaguarda.foundation.rule_groups import GroupProblem, group_problems
from retaguarda.payout_engine.evaluate_rules import FACTS, NAMES, PayoutRuleGroup

#: Payments of every sort: a condition that fails on one would hold or refuse each such payment.
_SAMPLES: Sequence[Mapping[str, Any]] = [
    {**FACTS, "first": first, "batch": batch, "name_class": name_class}
    for first in (False, True)
    for batch in (False, True)
    for name_class in ("match", "close", "no", "impossible", "none")
]


def problems(groups: Sequence[PayoutRuleGroup], processors: Mapping[UUID, bool]) -> list[GroupProblem]:
    """Return every problem of the groups. ``processors``: those that exist, by id, with whether they are usable."""
    found = list[GroupProblem]()
    for place, group in enumerate(groups):
        found += group_problems(place, group.name, group.condition, NAMES, _SAMPLES)
        if group.action == "hold" and group.minutes is None:
            found.append(GroupProblem(place, "minutes", "field_required", "say for how many minutes"))
        if group.action != "hold" and group.minutes is not None:
            found.append(GroupProblem(place, "minutes", "not_allowed", "only a hold has a clock"))
        if group.action == "route" and group.processor is None:
            found.append(GroupProblem(place, "processor", "field_required", "name the processor"))
        if group.action != "route" and group.processor is not None:
            found.append(GroupProblem(place, "processor", "not_allowed", "only a route names a processor"))
        if group.processor is not None and group.processor not in processors:
            found.append(GroupProblem(place, "processor", "not_found", "no processor has this id"))
    return found
