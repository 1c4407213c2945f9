"""Every route of the house, filled in with values that make sense: a new route is walked without being asked for."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import uuid4

import httpx
import msgspec

from days import today
from people import Person
from retaguarda.foundation.request import Route


def path_of(route: Route, **known: str) -> str:
    """The path with its parameters; an id that is not known is a random one."""
    return re.sub(r"{(\w+):\w+}", lambda found: known.get(found[1]) or str(uuid4()), route.path)


def body_of(route: Route) -> Any:
    """The smallest body its schema allows."""
    if route.body is None:
        return {}
    schema = _schema_of(route.body)
    return _sample(schema, schema.get("$defs", {}))


@cache
def _schema_of(body: Any) -> dict[str, Any]:
    return msgspec.json.schema(body)


def query_of(route: Route) -> dict[str, str]:
    needed = [parameter for parameter in route.parameters if parameter.required and parameter.where == "query"]
    return {parameter.name: _text(parameter.schema) for parameter in needed}


def _text(schema: dict[str, Any]) -> str:
    if examples := schema.get("examples"):
        return str(examples[0])
    match schema.get("format") or schema.get("type"):
        case "date":
            return today().isoformat()
        case "date-time":
            return datetime.now(UTC).isoformat()
        case "integer":
            return str(schema.get("minimum", 1))
        case _ if "pattern" in schema:
            return _matching(schema["pattern"], 1)
        case _:
            return str(schema.get("enum", ["ledger"])[0])


async def send(person: Person, route: Route, path: str = "", **query: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid4())}
    if route.method != "GET":
        headers["Content-Type"] = "application/json"
    if person.account:
        headers["X-Account"] = person.account
    content = None if route.method == "GET" else msgspec.json.encode(body_of(route))
    return await person.client.request(
        route.method, path or path_of(route), params=query_of(route) | query, content=content, headers=headers
    )


def _sample(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _sample(known[schema["$ref"].rsplit("/", 1)[1]], known)
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], known)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            required = schema.get("required", [])
            return {n: "a@b.example" if n == "email" else _sample(properties[n], known) for n in required}
        case "array":
            return [_sample(schema["items"], known)] * schema.get("minItems", 0)
        case "integer":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _ if schema.get("format") in ("date", "date-time"):
            return _text(schema)
        case _ if schema.get("format") == "uuid":
            return str(uuid4())
        case _:
            return _matching(schema.get("pattern", ""), max(1, schema.get("minLength", 1)))


@cache
def _matching(pattern: str, shortest: int) -> str:
    """A time of day, a month, or one character again and again, as often as the pattern wants it; "x" where no such text matches."""
    if pattern:
        for known in ("12:30", "2026-11"):
            if re.search(pattern, known):
                return known
        for length in range(shortest, 65):
            for character in "xX0":
                if re.search(pattern, character * length):
                    return character * length
    return "x" * shortest
