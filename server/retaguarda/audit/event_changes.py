"""Extract from an event's data what it changed."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.diff import Change
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money

#: Keys of an event's data that the log shows in fields of their own.
TOLD_APART = ("changes", "before", "after", "from", "to", "reason")


def changes_of(data: Mapping[str, Any]) -> list[Change]:
    """Return the changed fields that the Command recorded; else those between before and after, or from and to, in the
    event's data."""
    if isinstance(found := data.get("changes"), list):
        return [Change(each["field"], _shown(each["before"]), _shown(each["after"])) for each in found]
    for first, second in (("before", "after"), ("from", "to")):
        if first in data and second in data:
            return _between(data[first], data[second])
    return []


def _between(before: Any, after: Any) -> list[Change]:
    if not isinstance(before, dict) or not isinstance(after, dict):
        name = "status" if isinstance(before, str) and isinstance(after, str) else "value"
        return [Change(name, _shown(before), _shown(after))]
    names = [*before, *(each for each in after if each not in before)]
    pairs = ((each, before.get(each), after.get(each)) for each in names)
    return [Change(each, _shown(was), _shown(now)) for each, was, now in pairs if was != now]


def _shown(value: Any) -> str | int | bool | Money | None:
    """Format a value: a list joined by commas, an object as JSON."""
    if isinstance(value, list):
        return ", ".join(str(_shown(each)) for each in value)
    if isinstance(value, dict):
        return Money(value["amount"]) if set(value) == {"amount", "currency"} else json_text(value)
    return value


def rest_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the remaining data, without the keys shown in fields of their own."""
    return {name: value for name, value in data.items() if name not in TOLD_APART}
