"""What the web must know of each Command to call it and to draw its form, out of the OpenAPI document."""

import json
import re
from collections.abc import Iterator
from typing import Any

HEAD = """// Written by `make generate` from the contract of the server. Not edited by hand.

import type { CommandShape } from './commandShape'

"""


def commands(document: dict[str, Any]) -> str:
    """A TypeScript module: name of a Command → its shape."""
    shapes = dict[str, dict[str, Any]]()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if name := operation.get("x-command"):
                shapes[name] = {
                    "method": method.upper(),
                    "path": path,
                    "permission": operation["x-permission"],
                    "plan": _has_plan(document, path, method),
                    "fields": list(_fields(document, _body(document, operation), "", None, True)),
                }
    lines = [f"  {json.dumps(name)}: {json.dumps(shape)}," for name, shape in sorted(shapes.items())]
    body = "\n".join(lines)
    return f"{HEAD}export const COMMANDS = {{\n{body}\n}} as const satisfies Record<string, CommandShape>\n"


def _has_plan(document: dict[str, Any], path: str, method: str) -> bool:
    planning = document["paths"].get(f"{path}/plan", {}).get(method, {})
    given = planning.get("responses", {}).get("200", {})
    if "$ref" in given:
        given = document["components"]["responses"][given["$ref"].rpartition("/")[2]]
    said = given.get("content", {}).get("application/json", {})
    return said.get("schema") == {"$ref": "#/components/schemas/PlanShown"}


def _body(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    body = operation["requestBody"]
    if "$ref" in body:
        body = document["components"]["requestBodies"][body["$ref"].rpartition("/")[2]]
    return body["content"]["application/json"]["schema"]


def _fields(
    document: dict[str, Any], schema: dict[str, Any], prefix: str, group: str | None, all_required: bool
) -> Iterator[dict[str, Any]]:
    schema = _resolved(document, schema)
    demanded = schema.get("required", [])
    for name, given in schema.get("properties", {}).items():
        field = _resolved(document, given)
        # What must be said and may be null is said by an empty field.
        path, required = f"{prefix}{name}", name in demanded and not _may_be_null(given)
        kind = _kind(field)
        if kind == "object":
            yield from _fields(document, field, f"{path}.", group or (None if required else path), required)
            continue
        told = {"name": path, "kind": kind, "required": required and (all_required or group is not None)}
        told |= {"group": group} if group else {}
        limits = {"maxLength": "most", "maximum": "most", "minimum": "least", "enum": "choices", "default": "usual"}
        told |= {new: field[old] for old, new in limits.items() if field.get(old) is not None}
        usual = given.get("default", told.pop("usual", None))
        if isinstance(usual, str | int | bool):
            told["usual"] = usual
        if kind == "choice":
            told["choices"] = [str(choice) for choice in told["choices"]]
        yield told


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema itself: without reference, and without the null that marks it as optional."""
    if "anyOf" in schema:
        schema = next((part for part in schema["anyOf"] if part.get("type") != "null"), schema)
    if "$ref" in schema:
        return document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    match schema.get("type"):
        case [str(kind), "null"]:
            return schema | {"type": kind}
        case _:
            return schema


def _may_be_null(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type")
    return any(part.get("type") == "null" for part in schema.get("anyOf", [])) or (
        isinstance(kinds, list) and "null" in kinds
    )


def _is_decimal(pattern: str | None) -> bool:
    """Whether a text is a number with a point, as 33.33; a code of digits and points is none."""
    return pattern is not None and [bool(re.search(pattern, text)) for text in ("1.5", "1", "1.5.5", "a")] == [
        True,
        True,
        False,
        False,
    ]


def _kind(schema: dict[str, Any]) -> str:
    if set(schema.get("properties", {})) == {"amount", "currency"}:
        return "money"
    if "enum" in schema:
        return "choice"
    if schema.get("format") == "date":
        return "day"
    if schema.get("format") == "date-time":
        return "other"
    if _is_decimal(schema.get("pattern")):
        return "decimal"
    kinds = {"string": "text", "integer": "whole", "boolean": "flag", "object": "object"}
    return kinds.get(schema.get("type", ""), "other")
