"""The list of calls in docs/api.md, from the contract."""

from typing import Any

from retaguarda.merchant_api import GROUPS, Group, group_of

MARK = "<!-- calls -->"


def with_calls(text: str, document: dict[str, Any]) -> str:
    """``text`` up to its mark, and after it the calls."""
    head = text[: text.index(MARK) + len(MARK)]
    return "\n".join([head, "", *(line for group in GROUPS for line in _table(group, document)), ""]).rstrip() + "\n"


def _table(group: Group, document: dict[str, Any]) -> list[str]:
    lines = [f"### {group.name}", "", "| Call | Permission | What it does |", "|---|---|---|"]
    for path, operations in document["paths"].items():
        if group_of(path) is not group:
            continue
        for method, operation in operations.items():
            needed = operation.get("x-permission") or "publishable key"
            lines.append(f"| `{method.upper()} {path}` | `{needed}` | {operation['summary']} |")
    return [*lines, ""]
