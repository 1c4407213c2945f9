"""Extract from an event's data what it changed."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.diff import Change
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money

#: Keys of an event's data that the log shows in fields of their own.
OWN_FIELDS = ("changes", "before", "after", "from", "to", "reason")


def changes_of(data: Mapping[str, Any]) -> list[Change]:
    """Return the changed fields that the Command recorded; else those between before and after, or from and to, in the
    event's data."""
    if isinstance(recorded := data.get("changes"), list):
        return [
            Change(each["field"], _display_value(each["before"]), _display_value(each["after"])) for each in recorded
        ]
    for first, second in (("before", "after"), ("from", "to")):
        if first in data and second in data:
            return _between(data[first], data[second])
    return []


def _between(before: Any, after: Any) -> list[Change]:
    if not isinstance(before, dict) or not isinstance(after, dict):
        name = "status" if isinstance(before, str) and isinstance(after, str) else "value"
        return [Change(name, _display_value(before), _display_value(after))]
    names = [*before, *(name for name in after if name not in before)]
    pairs = ((name, before.get(name), after.get(name)) for name in names)
    return [
        Change(name, _display_value(value_before), _display_value(value_after))
        for name, value_before, value_after in pairs
        if value_before != value_after
    ]


def _display_value(value: Any) -> str | int | bool | Money | None:
    """Format a value: a list joined by commas, an object as JSON."""
    if isinstance(value, list):
        return ", ".join(str(_display_value(each)) for each in value)
    if isinstance(value, dict):
        return Money(value["amount"], value["currency"]) if set(value) == {"amount", "currency"} else json_text(value)
    return value


def rest_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the remaining data, without the keys shown in fields of their own."""
    return {name: value for name, value in data.items() if name not in OWN_FIELDS}
