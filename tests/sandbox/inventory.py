"""What the official document of API Pix holds, read out of it: operations, examples, and rules whose violation it names."""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from sandbox.official import SOURCE

_EXAMPLES = SOURCE.with_name("bacen-pix-api-2.9.0-examples.json")
_METHODS = ("get", "put", "post", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Violation:
    """``where`` is the call as the document writes it, or empty; ``text`` the rule, in its words."""

    kind: str
    where: str
    text: str

    def about(self, method: str, template: str) -> bool:
        if not self.where:
            return True
        return any(
            template == path and method in methods.split("|")
            for methods, path in re.findall(r"([A-Z|]+) (\S+)", self.where)
        )


@cache
def _document() -> dict[str, Any]:
    """As it is written: official.document() is corrected, and has lost the words."""
    return yaml.load(SOURCE.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def operations() -> tuple[str, ...]:
    """``PUT /cob/{txid}``, in the order of the document."""
    paths = _document()["paths"]
    return tuple(f"{method.upper()} {path}" for path, item in paths.items() for method in item if method in _METHODS)


@cache
def examples() -> dict[str, Any]:
    """Name of an example → its value."""
    return json.loads(_EXAMPLES.read_text())


@cache
def violations() -> tuple[Violation, ...]:
    found: list[list[str]] = []
    kind = where = ""
    for line in _document()["info"]["description"].split("\n"):
        if heading := re.match(r"\s*### `(\w+)`", line):
            kind, where = heading[1], ""
        elif re.match(r"\s*## ", line):
            kind = ""
        elif rule := re.match(r"\s*__Violações?__(.*)", line):
            where = " ".join(re.findall(r"`([^`]+)`", rule[1]))
        elif kind and (bullet := re.match(r"\s*- (.*)", line)):
            found.append([kind, where, bullet[1].strip()])
        elif kind and found and found[-1][0] == kind and re.match(r"\s{2,}[^\s*#]", line):
            found[-1][2] += " " + line.strip()
    return tuple(Violation(*each) for each in found)


@cache
def places() -> dict[str, tuple[tuple[str, int], ...]]:
    """Name of an example → the operations it stands at, each with the status of the answer; 0 for what is asked."""
    found: dict[str, list[tuple[str, int]]] = {}

    def gather(operation: str, status: int, node: Any) -> None:
        if isinstance(node, dict):
            target = node.get("$ref")
            if isinstance(target, str) and target.startswith("#/components/"):
                if "/examples/" in target:
                    found.setdefault(target.rpartition("/")[2], []).append((operation, status))
                    return
                if "/requestBodies/" in target or "/responses/" in target:
                    _, _, part, name = target.split("/")
                    gather(operation, status, _document()["components"][part][name])
            for value in node.values():
                gather(operation, status, value)
        elif isinstance(node, list):
            for value in node:
                gather(operation, status, value)

    for path, item in _document()["paths"].items():
        for method, operation in item.items():
            if method in _METHODS:
                name = f"{method.upper()} {path}"
                gather(name, 0, operation.get("requestBody"))
                for status, response in operation["responses"].items():
                    gather(name, int(status), response)
    return {name: tuple(where) for name, where in found.items()}
