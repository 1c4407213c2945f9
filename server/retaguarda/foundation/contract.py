"""The OpenAPI 3.1 document, made from the routes."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from retaguarda.foundation.call import Parameter, Route
from retaguarda.foundation.errors import ErrorBody
from retaguarda.foundation.money import Money

_REFERENCE = "#/components/schemas/{name}"


def openapi(routes: Sequence[Route], version: str) -> dict[str, Any]:
    """The document of these routes; equal input gives an equal document, byte by byte."""
    types = [*_types(routes), Money, ErrorBody]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    found = {id(shape): schema for shape, schema in zip(types, schemas, strict=True)}
    paths = dict[str, dict[str, Any]]()
    for route in sorted(routes, key=lambda route: (route.path, route.method)):
        paths.setdefault(_plain_path(route.path), {})[route.method.lower()] = _operation(route, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Retaguarda",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _types(routes: Iterable[Route]) -> list[Any]:
    return [shape for route in routes for shape in (route.body, route.answers) if shape is not None]


def _plain_path(path: str) -> str:
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def _operation(route: Route, found: dict[int, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": re.sub(r"\W+", "_", f"{route.method.lower()} {_plain_path(route.path)}").strip("_"),
        "summary": route.summary,
        "tags": [route.path.strip("/").split("/")[1 if route.path.startswith("/v1/") else 0]],
        "parameters": [_parameter(p) for p in (*_path_parameters(route), *route.parameters)],
        "responses": _responses(route, found),
    }
    if not route.public:
        operation["security"] = [{"bearer": []}]
        operation["x-permission"] = route.permission
    if route.command:
        operation["x-command"] = route.command
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": found[id(route.body)]}},
        }
    return operation


def _path_parameters(route: Route) -> list[Parameter]:
    names = re.findall(r"{(\w+)", route.path)
    return [Parameter(name, {"type": "string"}, where="path", required=True) for name in names]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    described = {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.required,
        "schema": parameter.schema,
    }
    return described | {"description": parameter.description} if parameter.description else described


def _responses(route: Route, found: dict[int, Any]) -> dict[str, Any]:
    schema = route.schema or (found[id(route.answers)] if route.answers is not None else {})
    refusal = {
        "description": "refused",
        "content": {"application/json": {"schema": {"$ref": _REFERENCE.format(name="ErrorBody")}}},
    }
    return {
        str(route.status): {"description": "done", "content": {"application/json": {"schema": schema}}},
        "default": refusal,
    }
