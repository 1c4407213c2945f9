"""Compares a subject before and after a Command, field by field."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.money import Money


class Change(msgspec.Struct):
    """A field that the Command changes; amounts in minor units."""

    field: str
    before: str | int | bool | Money | None
    after: str | int | bool | Money | None


class PlanFact(msgspec.Struct):
    """Something a person judges the plan by, beside the changes. None: other facts cover this name."""

    field: str
    value: str | int | bool | Money | None


class PlanSummary(msgspec.Struct):
    """What a Command is about: ``about`` in the names people use, and the facts in reading order.

    Equal input on equal state gives an equal summary: no new ids, no timestamps. Documents are masked.
    """

    about: str
    facts: list[PlanFact]


def plan_summary(about: str, facts: Mapping[str, Any]) -> PlanSummary:
    return PlanSummary(about, [PlanFact(name, _builtin(value)) for name, value in facts.items()])


def fields_of(thing: msgspec.Struct | None) -> dict[str, Any]:
    return {} if thing is None else msgspec.structs.asdict(thing)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Returns the fields of ``before`` that differ in ``after``."""
    return [
        Change(name, _builtin(before[name]), _builtin(after.get(name)))
        for name in before
        if before[name] != after.get(name)
    ]


def _builtin(value: Any) -> Any:
    if value is None or isinstance(value, str | int | bool | Money):
        return value
    return msgspec.to_builtins(value)
