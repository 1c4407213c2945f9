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
    inner = indent + 1
    if isinstance(value, dict):
        members = cast(dict[str, Any], value).items()
        lines = [f"{json.dumps(name)}: {pretty(each, inner, len(name) + 4)}" for name, each in members]
    else:
        lines = [pretty(each, inner) for each in cast(list[Any], value)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    margin = "\n" + " " * inner
    return opening + margin + f",{margin}".join(lines) + "\n" + " " * indent + closing
