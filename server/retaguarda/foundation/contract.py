"""The OpenAPI 3.1 document, made from the routes."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import msgspec

from retaguarda.foundation.command import HELD
from retaguarda.foundation.errors import ErrorBody
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Parameter, Request, Response, Route

#: What an answer beside the usual one says.
_SAID = {200: "it is so already", HELD: "awaits approval", 503: "cannot serve"}
_REFERENCE = "#/components/schemas/{name}"


@dataclass(frozen=True, slots=True)
class Hook:
    """One kind of event that we call other servers with: ``body`` is the type of what is sent, ``example`` one of it."""

    name: str
    summary: str
    body: Any
    example: msgspec.Struct
    headers: tuple[Parameter, ...] = ()


def openapi(routes: Sequence[Route], version: str, hooks: Sequence[Hook] = ()) -> dict[str, Any]:
    """The document of these routes; equal input gives an equal document, byte by byte."""
    types = [*_types(routes), *(hook.body for hook in hooks), Money, ErrorBody]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    found = {id(shape): schema for shape, schema in zip(types, schemas, strict=True)}
    paths = dict[str, dict[str, Any]]()
    for route in sorted(routes, key=lambda route: (route.path, route.method)):
        paths.setdefault(_plain_path(route.path), {})[route.method.lower()] = _operation(route, found)
    told = {hook.name: {"post": _hook(hook, found)} for hook in sorted(hooks, key=lambda hook: hook.name)}
    operations = [operation for methods in (*paths.values(), *told.values()) for operation in methods.values()]
    for name, schema in components.items():
        # msgspec titles each with its own name, which it has by where it stands.
        schema.pop("title", None)
        components[name] = _with_short_nulls(schema)
    components = _on_top_of_each_other(components)
    shared = {
        "parameters": _share([_parameter_slots(each) for each in operations], "parameters", _parameter_name),
        "responses": _share([_response_slots(each) for each in operations], "responses", _response_name),
        "requestBodies": _share([_body_slots(each) for each in operations], "requestBodies", _response_name),
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Retaguarda",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{"bearer": []}],
        "paths": paths,
        "webhooks": told,
        "components": {
            "schemas": dict(sorted(components.items())),
            **shared,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _with_short_nulls(node: Any) -> Any:
    """The same schema; what may be null beside one plain type says so in its type."""
    if isinstance(node, list):
        return [_with_short_nulls(each) for each in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    short = {name: _with_short_nulls(each) for name, each in cast(dict[str, Any], node).items()}
    match short.get("anyOf"):
        case [{"type": str(kind), **plain}, {"type": "null"}] if not {"enum", "const"} & plain.keys():
            del short["anyOf"]
            return {"type": [kind, "null"], **plain, **short}
        case _:
            return short


def _extended() -> dict[str, tuple[str, ...]]:
    """Name of a struct → names of those that it extends, the nearest first."""
    found, left = dict[str, tuple[str, ...]](), [msgspec.Struct]
    while left:
        made = left.pop()
        left += made.__subclasses__()
        found[made.__name__] = tuple(each.__name__ for each in made.__mro__[1:] if each not in (msgspec.Struct, object))
    return found


def _on_top_of_each_other(components: dict[str, Any]) -> dict[str, Any]:
    """A schema of a struct that extends another one tells only what is more."""
    extended = _extended()
    fields = {
        name: {field: json.dumps(shape) for field, shape in schema["properties"].items()}
        for name, schema in components.items()
        if "properties" in schema and schema.keys() <= {"type", "properties", "required", "description"}
    }
    found = dict[str, Any]()
    for name, schema in components.items():
        own = fields.get(name, {})
        # The nearest class that it extends comes first.
        base = next(
            (each for each in extended.get(name, ()) if each in fields and fields[each].items() < own.items()), None
        )
        found[name] = schema if base is None else _beyond(schema, base, components[base])
    return found


def _beyond(schema: dict[str, Any], base: str, beneath: dict[str, Any]) -> dict[str, Any]:
    more = {field: shape for field, shape in schema["properties"].items() if field not in beneath["properties"]}
    required = [field for field in schema.get("required", []) if field not in beneath.get("required", [])]
    own = {name: value for name, value in schema.items() if name not in ("properties", "required")}
    return {"allOf": [{"$ref": _REFERENCE.format(name=base)}], **own, "properties": more, "required": required}


#: A part of an operation, and where it stands: the list or object that has it, and its place there.
_Slot = tuple[Any, Any, dict[str, Any]]


def _share(slots: Iterable[Iterable[_Slot]], kind: str, name_of: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    """Replace each part that stands at two places or more by a reference, in place; returns the parts by their names.

    Parts of one name are told apart by number, the most used one first.
    """
    every = [slot for of_one in slots for slot in of_one]
    written = [json.dumps(part, sort_keys=True) for _, _, part in every]
    names, taken = dict[str, str](), Counter[str]()
    parts = dict(zip(written, (part for _, _, part in every), strict=True))
    for text, uses in sorted(Counter(written).items(), key=lambda each: (-each[1], each[0])):
        if uses > 1 and (name := name_of(parts[text])):
            taken[name] += 1
            names[text] = name if taken[name] == 1 else f"{name}.{taken[name]}"
    for text, (holder, place, _) in zip(written, every, strict=True):
        if text in names:
            holder[place] = {"$ref": f"#/components/{kind}/{names[text]}"}
    return dict(sorted((name, parts[text]) for text, name in names.items()))


def _parameter_slots(operation: dict[str, Any]) -> Iterator[_Slot]:
    parameters = operation["parameters"]
    return ((parameters, place, part) for place, part in enumerate(parameters))


def _parameter_name(part: dict[str, Any]) -> str:
    if part["name"] == "filters":
        return f"filters.{part['schema']['title']}"
    return f"path.{part['name']}" if part["in"] == "path" else str(part["name"])


def _response_slots(operation: dict[str, Any]) -> Iterator[_Slot]:
    responses = operation["responses"]
    return ((responses, status, part) for status, part in list(responses.items()))


def _body_slots(operation: dict[str, Any]) -> Iterator[_Slot]:
    return ((operation, place, part) for place, part in list(operation.items()) if place == "requestBody")


def _response_name(part: dict[str, Any]) -> str:
    """The name of a response or a request's body, after its schema, or that of each row; empty for what is no schema's."""
    content = part.get("content", {})
    body = content.get("application/json", {})
    schema = body.get("schema", {})
    if "text/csv" in content:
        return "file"
    one, each = schema.get("$ref", ""), schema.get("items", {}).get("$ref", "")
    if "example" in body:
        return ""
    return f"{each.rpartition('/')[2]}.list" if each else one.rpartition("/")[2]


def contract_routes(
    routes: Sequence[Route],
    version: str,
    hooks: Sequence[Hook],
    for_merchants: Callable[[dict[str, Any]], dict[str, Any]],
) -> list[Route]:
    """The document for whoever writes programs against it, whole and for merchants; made at the first call, as it is large."""

    @cache
    def whole() -> dict[str, Any]:
        return openapi([*routes, *contracts], version, hooks)

    @cache
    def encoded(narrowed: bool) -> bytes:
        return msgspec.json.encode(for_merchants(whole()) if narrowed else whole())

    def handler(narrowed: bool) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            body = await asyncio.to_thread(encoded, narrowed)
            return Response(body, headers={"Cache-Control": "public, max-age=3600"})

        return answer

    contracts = [
        Route("GET", path, summary, handler(narrowed), public=True, schema={"type": "object"})
        for path, summary, narrowed in (
            ("/openapi.json", "This document", False),
            ("/merchant-api.json", "The part of this document that a merchant's programs use", True),
        )
    ]
    return contracts


def _types(routes: Iterable[Route]) -> list[Any]:
    return [
        shape
        for route in routes
        for shape in (route.body, route.answers, *(shape for _, shape in route.also))
        if shape is not None
    ]


def _plain_path(path: str) -> str:
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def _operation(route: Route, found: dict[int, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "tags": [route.path.strip("/").split("/")[1 if route.path.startswith("/v1/") else 0]],
        "parameters": _parameters([*_path_parameters(route), *route.parameters]),
        "responses": _responses(route, found),
    }
    if route.public:
        operation["security"] = []
    else:
        operation["x-permission"] = route.permission
    if route.command:
        operation["x-command"] = route.command
    if route.body is not None:
        operation["requestBody"] = {
            "required": route.body_needed,
            "content": _json(found[id(route.body)], route.example and route.example.body),
        }
    return operation


def _json(schema: Any, example: msgspec.Struct | None) -> dict[str, Any]:
    media = {"schema": schema}
    return {"application/json": media if example is None else media | {"example": msgspec.to_builtins(example)}}


def _hook(hook: Hook, found: dict[int, Any]) -> dict[str, Any]:
    schema = {"allOf": [found[id(hook.body)], {"properties": {"type": {"const": hook.name}}}]}
    return {
        "summary": hook.summary,
        "parameters": [_parameter(header) for header in hook.headers],
        "requestBody": {"required": True, "content": _json(schema, hook.example)},
        "responses": {"2XX": {"description": "heard; anything else is tried again"}},
    }


def _path_parameters(route: Route) -> list[Parameter]:
    names = re.findall(r"{(\w+)", route.path)
    return [Parameter(name, {"type": "string"}, where="path", required=True) for name in names]


def _parameters(given: Sequence[Parameter]) -> list[dict[str, Any]]:
    # Of one name and place there is one: an export of exports has a format of its own, and a filter of that name.
    kept = list({(each.where, each.name): each for each in given[::-1]}.values())[::-1]
    filters = dict[str, list[Parameter]]()
    for each in kept:
        if each.group:
            filters.setdefault(each.group, []).append(each)
    return [
        *(_parameter(each) for each in kept if not each.group),
        *(_filters(name, columns) for name, columns in filters.items()),
    ]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    described = {"name": parameter.name, "in": parameter.where, "schema": parameter.schema}
    needed = {"required": True} if parameter.required else {}
    return described | needed | ({"description": parameter.description} if parameter.description else {})


def _filters(name: str, columns: Sequence[Parameter]) -> dict[str, Any]:
    """The filters of a list as one object, each of whose members stands in the query by its own name."""
    return {
        "name": "filters",
        "in": "query",
        "style": "form",
        "explode": True,
        "description": "each one value, or several with commas; from and to are the ends of a span",
        "schema": {
            "type": "object",
            "title": name,
            "properties": {each.name: each.schema for each in columns},
            "additionalProperties": False,
        },
    }


def _responses(route: Route, found: dict[int, Any]) -> dict[str, Any]:
    schema = route.schema or (found[id(route.answers)] if route.answers is not None else {})
    refusal = {
        "description": "refused",
        "content": {"application/json": {"schema": {"$ref": _REFERENCE.format(name="ErrorBody")}}},
    }
    # The bytes of a file are of no schema.
    done = {media.partition(";")[0]: {} for media in route.media} or (
        schema and _json(schema, route.example and route.example.response)
    )
    also = {
        str(status): {"description": _SAID.get(status, "done"), "content": _json(found[id(shape)], None)}
        for status, shape in route.also
    }
    return {
        str(route.status): {"description": "done", **({"content": done} if done else {})},
        **also,
        "default": refusal,
    }
