"""Writes what is generated of the Python client: the shapes as TypedDicts, and a method for each call."""

import subprocess
import sys
from typing import Any

from clientcalls import Call, Parts

_HEAD = "Written by `make generate` from the merchants' contract; not edited by hand."
_KINDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def python_files(parts: Parts) -> dict[str, str]:
    """By name, the text of each generated file of the package."""
    return {"_shapes.py": _formatted(_shapes(parts)), "_calls.py": _formatted(_calls(parts))}


def _formatted(text: str) -> str:
    told = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--line-length", "120", "-"],
        input=text, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout


def _shapes(parts: Parts) -> str:
    lines = [
        f'"""What the API takes and answers. {_HEAD}"""\n',
        "from __future__ import annotations\n",
        "from collections.abc import Sequence",
        "from typing import Any, Literal, NotRequired, TypedDict\n",
        "#: What a list is filtered by: one value, or several.",
        "Filter = str | int | bool | Sequence[str]\n",
    ]
    for name, shape in _bases_first(parts.shapes):
        lines += _typed_dict(name, shape)
    for name, names in parts.queries.items():
        lines += [f"class {name}(TypedDict, total=False):", *(f"    {each}: Filter" for each in names), ""]
    lines += ["#: What arrives as a webhook; `type` says which.", f"WebhookMessage = {' | '.join(parts.messages)}"]
    return "\n".join(lines) + "\n"


def _bases_first(shapes: dict[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """A class stands above those made of it."""
    done = dict[str, dict[str, Any]]()

    def put(name: str) -> None:
        for base in shapes[name].get("allOf", ()):
            put(base["$ref"])
        done.setdefault(name, shapes[name])

    for name in shapes:
        put(name)
    return list(done.items())


def _typed_dict(name: str, shape: dict[str, Any]) -> list[str]:
    bases = [each["$ref"] for each in shape.get("allOf", ())] or ["TypedDict"]
    lines = [f"class {name}({', '.join(bases)}):"]
    said = " ".join(shape.get("description", "").split())
    if said:
        lines += [f'    """{said}"""', ""]
    needed = shape.get("required", ())
    for member, each in shape.get("properties", {}).items():
        told = _type(each)
        lines.append(f"    {member}: {told if member in needed else f'NotRequired[{told}]'}")
    if not shape.get("properties") and not said:
        lines.append("    pass")
    return [*lines, "", ""]


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return shape["$ref"]
    if "enum" in shape:
        return f"Literal[{', '.join(repr(each) for each in shape['enum'])}]"
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(_type(each) for each in shape[several])
    kinds = shape.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(_kind(kind, shape) for kind in kinds) or "Any"


def _kind(kind: str, shape: dict[str, Any]) -> str:
    if kind == "array":
        return f"list[{_type(shape.get('items', {}))}]"
    if kind == "object":
        return f"dict[str, {_type(shape.get('additionalProperties') or {})}]"
    return _KINDS[kind]


def _calls(parts: Parts) -> str:
    groups = parts.by_group()
    lines = [
        f'"""A method for each call of the API. {_HEAD}"""\n',
        "from __future__ import annotations\n",
        "from collections.abc import Iterator",
        "from typing import Unpack\n",
        "from retaguarda_client import _shapes as s",
        "from retaguarda_client._transport import Page, Transport, one\n",
    ]
    for group, calls in groups.items():
        lines += [f"class {_title(group)}:", "    def __init__(self, transport: Transport) -> None:"]
        lines += ["        self._transport = transport", ""]
        # Last, because its name hides the list of the language from what stands beneath it.
        for call in sorted(calls, key=lambda call: call.name == "list"):
            lines += _method(call)
    lines += ["class Calls:", '    """``transport`` carries them."""', ""]
    lines += ["    def __init__(self, transport: Transport) -> None:"]
    lines += [f"        self.{group} = {_title(group)}(transport)" for group in groups]
    return "\n".join(lines) + "\n"


def _title(group: str) -> str:
    return "".join(word.title() for word in group.split("_"))


def _method(call: Call) -> list[str]:
    path = f'f"{call.path}"' if call.places else f'"{call.path}"'
    for place in call.places:
        path = path.replace(f"{{{place}}}", f"{{one({place})}}")
    if call.row:
        query = f"s.{call.row.removesuffix('Row')}Query"
        return [
            f"    def every(self, **query: Unpack[{query}]) -> Iterator[s.{call.row}]:",
            f'        """{call.summary}: every row, page after page."""',
            f"        return self._transport.every({path}, query)",
            "",
            f"    def list(self, **query: Unpack[{query}]) -> Page[s.{call.row}]:",
            f'        """{call.summary}: one page."""',
            f"        return self._transport.page({path}, query)",
            "",
        ]
    takes = [f"{place}: str" for place in call.places]
    sent = [f'"{call.method}"', path]
    if call.takes:
        told = _of(call.takes)
        takes.append(f"body: {told}" if call.takes_always else f"body: {told} | None = None")
        sent.append("body=body")
    named = [f"{each['name']}: str" + ("" if each.get("required") else " | None = None") for each in call.query]
    if call.query:
        sent.append("query={" + ", ".join("'{0}': {0}".format(each["name"]) for each in call.query) + "}")
    if call.key_wanted:
        named.append("idempotency_key: str | None = None")
        sent.append("key=idempotency_key")
    answers = " | ".join(_of(each) for each in call.answers)
    carry = "call" if answers else "picture"
    return [
        f"    def {call.name}({', '.join(['self', *takes, *(['*'] if named else []), *named])}) -> {answers or 'bytes'}:",
        f'        """{call.summary}."""',
        f"        return self._transport.{carry}({', '.join(sent)})",
        "",
    ]


def _of(shape: dict[str, Any]) -> str:
    """A shape as the calls name it, which have their shapes in a module of their own."""
    if "items" in shape:
        return f"list[{_of(shape['items'])}]"
    return f"s.{_type(shape)}"
