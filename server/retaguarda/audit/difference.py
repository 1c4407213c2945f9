"""What an event says that it changed."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.difference import Change

#: Of the data of an event: what is told in fields of their own.
TOLD_APART = ("changes", "before", "after", "from", "to", "reason")


def changes_of(data: Mapping[str, Any]) -> list[Change]:
    """The fields that a Command found changed; else what its event wrote down as before and after, or as from and to."""
    if isinstance(found := data.get("changes"), list):
        return [Change(each["field"], each["before"], each["after"]) for each in found]
    for first, second in (("before", "after"), ("from", "to")):
        if first in data and second in data:
            return _between(data[first], data[second], "value" if first == "before" else "status")
    return []


def _between(before: Any, after: Any, name: str) -> list[Change]:
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [Change(name, before, after)]
    names = [*before, *(each for each in after if each not in before)]
    return [Change(each, before.get(each), after.get(each)) for each in names if before.get(each) != after.get(each)]


def rest_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What it says beside that."""
    return {name: value for name, value in data.items() if name not in TOLD_APART}
