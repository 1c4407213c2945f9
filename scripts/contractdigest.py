"""Writes the contract down as people review it: a line or a few for each call and each shape, in place of a megabyte of JSON."""

import textwrap
from collections.abc import Iterator
from typing import Any

WIDTH = 160
HEAD = """\
The contract of the API, to be read in a review. Written by `make generate` from the document at GET /openapi.json; not edited by hand.
A call: method, path, · permission (- for none but a session, public for nobody's), what it takes, -> what it answers.
A shape: `name?` may be left out, `type?` may be null, `string<=n` has at most n characters, [type] is a list.
"""


def digest(contract: dict[str, Any]) -> str:
    """The whole contract; the same text for the same contract."""
    parts = contract["components"]
    lines = [HEAD, "Calls\n"]
    for path, calls in contract["paths"].items():
        for method, call in calls.items():
            lines += _wrapped(f"{method.upper()} {path} · {_permission(call)}{_takes(call, parts)}{_answers(call)}")
    lines.append("\nShapes\n")
    for name, shape in parts["schemas"].items():
        lines += _wrapped(f"{name} = {_type(shape)}")
    lines.append("\nParameters that several calls share\n")
    for name, parameter in parts["parameters"].items():
        lines += _wrapped(f"{name} = {parameter['in']} {_named(parameter)}")
    lines.append("\nWebhooks\n")
    for name, hook in contract["webhooks"].items():
        body = hook["post"]["requestBody"]["content"]["application/json"]["schema"]
        lines += _wrapped(f"{name} = {_type(body)}")
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _permission(call: dict[str, Any]) -> str:
    if call.get("security") == []:
        return "public"
    return call.get("x-permission") or "-"


def _takes(call: dict[str, Any], parts: dict[str, Any]) -> str:
    said = [_parameter(each, parts) for each in call["parameters"]]
    body = call.get("requestBody")
    if body:
        body = parts["requestBodies"][_last(body)] if "$ref" in body else body
        said.append(
            " | ".join(
                _type(media["schema"]) if media.get("schema") else kind for kind, media in body["content"].items()
            )
        )
    return f" ({'; '.join(said)})" if said else ""


def _parameter(parameter: dict[str, Any], parts: dict[str, Any]) -> str:
    return "&" + _last(parameter) if "$ref" in parameter else f"{parameter['in']} {_named(parameter)}"


def _named(parameter: dict[str, Any]) -> str:
    return f"{parameter['name']}{'' if parameter.get('required') else '?'}: {_type(parameter['schema'])}"


def _answers(call: dict[str, Any]) -> str:
    return " -> " + ", ".join(
        f"{status} {_last(answer) if '$ref' in answer else ' | '.join(_bodies(answer)) or 'nothing'}"
        for status, answer in call["responses"].items()
        if status != "default"
    )


def _bodies(answer: dict[str, Any]) -> Iterator[str]:
    for kind, media in answer.get("content", {}).items():
        yield _type(media["schema"]) if media.get("schema") else kind


def _last(reference: dict[str, Any]) -> str:
    return reference["$ref"].rpartition("/")[2]


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return _last(shape)
    if "const" in shape:
        return repr(shape["const"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in shape:
            said = [_type(each) for each in shape[several] if each != {"type": "null"}]
            return (" & " if several == "allOf" else " | ").join(said) + (
                "?" if {"type": "null"} in shape[several] else ""
            )
    if "enum" in shape:
        return "|".join("null" if each is None else str(each) for each in shape["enum"])
    kinds = shape.get("type", "object" if "properties" in shape else "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return "|".join(_kind(kind, shape) for kind in kinds if kind != "null") + ("?" if "null" in kinds else "")


def _kind(kind: str, shape: dict[str, Any]) -> str:
    if kind == "array":
        return f"[{_type(shape.get('items', {}))}]{_bounds(shape, 'minItems', 'maxItems')}"
    if kind == "object":
        return _object(shape)
    pattern = f"/{shape['pattern']}/" if "pattern" in shape else ""
    return (
        shape.get("format", kind)
        + pattern
        + _bounds(shape, "minLength", "maxLength")
        + _bounds(shape, "minimum", "maximum")
    )


def _object(shape: dict[str, Any]) -> str:
    needed = shape.get("required", ())
    members = [
        f"{name}{'' if name in needed else '?'}: {_type(each)}" for name, each in shape.get("properties", {}).items()
    ]
    others = shape.get("additionalProperties")
    if isinstance(others, dict):
        members.append(f"*: {_type(others)}")
    return "{" + ", ".join(members) + "}"


def _bounds(shape: dict[str, Any], least: str, most: str) -> str:
    return (f">={shape[least]}" if shape.get(least) else "") + (f"<={shape[most]}" if most in shape else "")
