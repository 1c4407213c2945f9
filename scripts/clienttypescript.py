"""Writes what is generated of the TypeScript client: the shapes as interfaces, and a method for each call."""

import json
import re
import textwrap
from typing import Any

from clientcalls import Call, Parts

_HEAD = "Written by `make generate` from the merchants' contract; not edited by hand."
_KINDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_files(parts: Parts) -> dict[str, str]:
    """By name, the text of each generated file of the package."""
    return {"shapes.ts": _shapes(parts), "calls.ts": _calls(parts)}


def _shapes(parts: Parts) -> str:
    lines = [f"/** What the API takes and answers. {_HEAD} */", ""]
    lines += ["/** What a list is filtered by: one value, or several. */"]
    lines += ["export type Filter = string | number | boolean | readonly string[]", ""]
    for name, shape in parts.shapes.items():
        lines += _interface(name, shape)
    for name, names in parts.queries.items():
        lines += [f"export interface {name} {{", *(f"  {each}?: Filter" for each in names), "}", ""]
    lines += ["/** What arrives as a webhook; `type` says which. */"]
    lines += ["export type WebhookMessage =", *(f"  | {each}" for each in parts.messages)]
    return "\n".join(lines) + "\n"


def _interface(name: str, shape: dict[str, Any]) -> list[str]:
    bases = [each["$ref"] for each in shape.get("allOf", ())]
    said = " ".join(shape.get("description", "").replace("``", "`").split())
    lines = textwrap.wrap(f"/** {said} */", 118, subsequent_indent=" * ") if said else []
    extends = f" extends {', '.join(bases)}" if bases else ""
    lines.append(f"export interface {name}{extends} {{")
    needed = shape.get("required", ())
    for member, each in shape.get("properties", {}).items():
        lines.append(f"  {member}{'' if member in needed else '?'}: {_type(each)}")
    return [*lines, "}", ""]


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return shape["$ref"]
    if "enum" in shape:
        return " | ".join(_literal(each) for each in shape["enum"])
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(_type(each) for each in shape[several])
    kinds = shape.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(_kind(kind, shape) for kind in kinds) or "unknown"


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _kind(kind: str, shape: dict[str, Any]) -> str:
    if kind == "array":
        inner = _type(shape.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(shape.get('additionalProperties') or {})}>"
    return _KINDS[kind]


def _calls(parts: Parts) -> str:
    groups = parts.by_group()
    lines = [
        f"/** A method for each call of the API. {_HEAD} */",
        "",
        "import type * as s from './shapes.ts'",
        "import { one, type Once, type Page, type Transport } from './transport.ts'",
        "",
    ]
    for group, calls in groups.items():
        lines += [f"export class {_title(group)} {{", "  readonly #transport: Transport", ""]
        lines += ["  constructor(transport: Transport) {", "    this.#transport = transport", "  }", ""]
        for call in calls:
            lines += _method(call)
        lines[-1:] = ["}", ""]
    lines += ["export class Calls {"]
    lines += [f"  readonly {_camel(group)}: {_title(group)}" for group in groups]
    lines += ["", "  constructor(transport: Transport) {"]
    lines += [f"    this.{_camel(group)} = new {_title(group)}(transport)" for group in groups]
    return "\n".join([*lines, "  }", "}"]) + "\n"


def _title(group: str) -> str:
    return "".join(word.title() for word in group.split("_"))


def _camel(name: str) -> str:
    return name[0] + _title(name)[1:]


def _method(call: Call) -> list[str]:
    path = "`" + re.sub(r"{(\w+)}", r"${one(\1)}", call.path) + "`" if call.places else f"'{call.path}'"
    if call.row:
        query = f"s.{call.row.removesuffix('Row')}Query"
        return [
            f"  /** {call.summary}: one page. */",
            f"  list(query: {query} = {{}}): Promise<Page<s.{call.row}>> {{",
            f"    return this.#transport.page({path}, query)",
            "  }",
            "",
            f"  /** {call.summary}: every row, page after page. */",
            f"  every(query: {query} = {{}}): AsyncGenerator<s.{call.row}> {{",
            f"    return this.#transport.every({path}, query)",
            "  }",
            "",
        ]
    takes, more = [f"{place}: string" for place in call.places], list[str]()
    if call.takes:
        takes.append(f"body: {_of(call.takes)}{'' if call.takes_always else ' = {}'}")
        more.append("body")
    if call.query:
        needed = any(each.get("required") for each in call.query)
        told = "; ".join(f"{each['name']}{'' if each.get('required') else '?'}: string" for each in call.query)
        takes.append(f"query: {{ {told} }}{'' if needed else ' = {}'}")
        more.append("query")
    if call.key_wanted:
        takes.append("once: Once = {}")
        more.append("once")
    answers = " | ".join(_of(each) for each in call.answers)
    carry = "call" if answers else "picture"
    sent = ", ".join([f"'{call.method}'", path, *([f"{{ {', '.join(more)} }}"] if more else [])])
    return [
        f"  /** {call.summary}. */",
        f"  {_camel(call.name)}({', '.join(takes)}): Promise<{answers or 'Uint8Array'}> {{",
        f"    return this.#transport.{carry}({sent})",
        "  }",
        "",
    ]


def _of(shape: dict[str, Any]) -> str:
    """A shape as the calls name it, which have their shapes in a module of their own."""
    return f"{_of(shape['items'])}[]" if "items" in shape else f"s.{_type(shape)}"
