"""Print the OpenAPI document, built from the routes."""

import json
from typing import Any, cast

from retaguarda import __version__
from retaguarda.app import build, routes
from retaguarda.foundation.contract import openapi
from retaguarda.settings import Settings
from retaguarda.webhooks.routes import told

WIDTH = 140


def main(arguments: list[str]) -> int:
    # Routes are data, so reading them opens no database.
    app = build(Settings(secret="only to build the routes"), "postgresql://")
    print(pretty(openapi(routes(app), __version__, told())))
    return 0


def pretty(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON in which what fits within a line stands on one, so that a person can read what changed."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if len(cast(list[Any], value)) == 1:
        # What has one member needs no lines of its own.
        name, only = next(iter(cast(dict[str, Any], value).items())) if isinstance(value, dict) else ("", value[0])
        head = f"{opening}{json.dumps(name)}: " if name else opening
        return head + pretty(only, indent, before + len(head)) + closing
    inner = indent + 1
    if isinstance(value, dict):
        members = cast(dict[str, Any], value).items()
        parts = [f"{json.dumps(name)}: {pretty(each, inner, len(name) + 4)}" for name, each in members]
    else:
        parts = [pretty(each, inner) for each in cast(list[Any], value)]
    margin = "\n" + " " * inner
    return opening + margin + margin.join(_filled(parts, WIDTH - inner)) + "\n" + " " * indent + closing


def _filled(parts: list[str], width: int) -> list[str]:
    """The members on as few lines as they fit on; one that needs several lines begins one of its own."""
    lines = list[str]()
    for place, part in enumerate(parts):
        written = part if place == len(parts) - 1 else f"{part},"
        fits = lines and "\n" not in lines[-1] + part and len(lines[-1]) + 1 + len(written) <= width
        if fits:
            lines[-1] += f" {written}"
        else:
            lines.append(written)
    return lines
