"""Checks groups of routes that somebody writes, saved or not."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from retaguarda.foundation.rule_groups import GroupProblem, group_problems
from retaguarda.payout_engine.decide_route import FACTS, NAMES
from retaguarda.payout_engine.draw_route import RouteGroup

#: Payments of every sort: a condition that fails on one would send each such payment past its group.
_SAMPLES: Sequence[Mapping[str, Any]] = [
    {**FACTS, "method": method, "bank": bank} for method in ("pix", "ted", "slip") for bank in ("60701190", "")
]


def problems(groups: Sequence[RouteGroup], processors: Collection[UUID]) -> list[GroupProblem]:
    """Return every problem of the groups. ``processors``: those that exist."""
    found = list[GroupProblem]()
    for place, group in enumerate(groups):
        found += group_problems(place, group.name, group.condition, NAMES, _SAMPLES)
        named = [each.processor for each in group.choices]
        if not named:
            found.append(
                GroupProblem(place, "choices", "field_required", "name the processors that may get these orders")
            )
        if len(set(named)) < len(named):
            found.append(GroupProblem(place, "choices", "route_twice", "a group names each processor once"))
        if not set(named) <= set(processors):
            found.append(GroupProblem(place, "choices", "not_found", "no processor has this id"))
    return found
