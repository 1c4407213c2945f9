"""Whether the groups of a version of rules make sense."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.errors import ApiError


class GroupProblem(msgspec.Struct):
    """``group`` counts from zero; ``key`` is stable, ``error`` plain English that names the place."""

    group: int
    field: str
    key: str
    error: str


def group_problems(
    place: int, name: str, condition: str, names: frozenset[str], samples: Sequence[Mapping[str, Any]]
) -> list[GroupProblem]:
    """What is wrong with name and condition of a group. ``samples``: facts on which every condition must answer."""
    found = list[GroupProblem]()
    if not name.strip() or not name.isprintable():
        found.append(GroupProblem(place, "name", "invalid", "name has 1 to 80 printable characters"))
    if "\0" in condition:
        found.append(GroupProblem(place, "condition", "condition_invalid", "a condition holds no zero character"))
    elif condition.strip():
        try:
            rule = Rule(condition.strip(), names)
            for sample in samples:
                rule.holds(sample)
        except RuleError as error:
            found.append(GroupProblem(place, "condition", "condition_invalid", str(error)))
    return found


def refuse_problems(found: Sequence[GroupProblem]) -> None:
    """
    Raises:
        ApiError: 400 with every invalid field, by its place.
    """
    if not found:
        return
    named = dict[str, list[str]]()
    for each in found:
        named.setdefault(f"groups[{each.group}].{each.field}", []).append(each.key)
    raise ApiError(400, named, f"groups[{found[0].group}].{found[0].field}: {found[0].error}")
