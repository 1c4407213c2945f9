"""Takes a condition of plain comparisons apart, so that its numbers can be shown with their margins. Any other stays a text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_COMPARISON = re.compile(
    r"(amount|hour|merchant|payer|first_seen|kind)\s*(==|!=|<=|>=|<|>)\s*(-?[0-9]{1,15}|'[a-z_]{1,20}'|\"[a-z_]{1,20}\"|true|false)"
)


@dataclass(frozen=True, slots=True)
class Comparison:
    fact: str
    operator: str
    threshold: int | str | bool

    def holds(self, facts: Mapping[str, Any]) -> bool:
        value = facts[self.fact]
        match self.operator:
            case "==":
                return value == self.threshold
            case "!=":
                return value != self.threshold
            case "<":
                return value < self.threshold
            case "<=":
                return value <= self.threshold
            case ">":
                return value > self.threshold
            case _:
                return value >= self.threshold

    def margin(self, facts: Mapping[str, Any]) -> int | None:
        """How far the fact is beyond its border; below zero: by how much it misses it."""
        value = facts[self.fact]
        if isinstance(value, bool) or isinstance(self.threshold, (bool, str)) or not isinstance(value, int):
            return None
        return self.threshold - value if self.operator in ("<", "<=") else value - self.threshold


def parse_condition(condition: str) -> list[Comparison] | None:
    """Comparisons joined by &&; None: it is more than that. An empty condition has none and always holds."""
    if not condition.strip():
        return []
    found = list[Comparison]()
    for part in condition.split("&&"):
        comparison = _COMPARISON.fullmatch(part.strip())
        if comparison is None:
            return None
        found.append(Comparison(comparison[1], comparison[2], _literal(comparison[3])))
    return found


def _literal(text: str) -> int | str | bool:
    if text in ("true", "false"):
        return text == "true"
    return text[1:-1] if text[0] in "'\"" else int(text)
