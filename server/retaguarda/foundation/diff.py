"""What is different in a thing before and after, field by field."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.money import Money


class Change(msgspec.Struct):
    """A field of what the Command acts on; amounts in minor units."""

    field: str
    before: str | int | bool | Money | None
    after: str | int | bool | Money | None


class PlanFact(msgspec.Struct):
    """Something a person judges by, beside what changes. None: what was given under this name, other facts tell."""

    field: str
    value: str | int | bool | Money | None


class PlanSummary(msgspec.Struct):
    """What a Command is about: ``about`` in the names that people gave it, and the facts in the order they are read in.

    Equal for the same input on the same state: no ids of what is new, no moments. Documents are masked.
    """

    about: str
    facts: list[PlanFact]


def shown(about: str, facts: Mapping[str, Any]) -> PlanSummary:
    return PlanSummary(about, [PlanFact(name, _plain(value)) for name, value in facts.items()])


def fields_of(thing: msgspec.Struct | None) -> dict[str, Any]:
    return {} if thing is None else msgspec.structs.asdict(thing)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The fields of ``before`` that are another after."""
    return [
        Change(name, _plain(before[name]), _plain(after.get(name)))
        for name in before
        if before[name] != after.get(name)
    ]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | bool | Money):
        return value
    return msgspec.to_builtins(value)
