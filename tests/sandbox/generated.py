"""Answers made from the official document's schemas alone: no bank, no example, only what the document allows."""

from collections.abc import Callable
from typing import Any

from sandbox.official import document

_NAME = "txid" + "0" * 22
#: A text for each pattern the document uses, by the pattern without its ends.
_TEXTS = {
    r"[a-zA-Z0-9]{26,35}": _NAME,
    r"[a-zA-Z0-9]{32}": "E1234567820261120103" + "a" * 12,
    r"[a-zA-Z0-9]{1,35}": _NAME,
    r"[a-zA-Z0-9]{29}": "RR1234567820261120abcdefghijk",
    r"\d{11}": "52998224725",
    r"[0-9A-Z]{14}": "12ABC34501DE35",
    r"[0-9A-Z]{8}": "12345678",
    r"\d{7}": "3550308",
    r"\d{1,10}\.\d{2}": "12.34",
}
_FORMATS = {"date-time": "2026-11-20T10:30:00.358Z", "date": "2026-12-01", "uri": "https://a.example/b"}
Schema = dict[str, Any]


def answer(operation: str, *, whole: bool) -> Any:
    """What a call is answered with when it succeeds. ``operation``: ``GET /cob/{txid}``; ``whole``: with all that is optional."""
    method, _, path = operation.partition(" ")
    responses = document()["paths"][path][method.lower()]["responses"]
    content = next(response["content"] for status, response in responses.items() if status.startswith("2"))
    return instance(content["application/json"]["schema"], whole=whole)


def instance(schema: Schema, *, whole: bool) -> Any:
    schema = _flat(schema)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if kind == "object":
        wanted = schema.get("properties", {})
        names = {*schema.get("required", []), *(wanted if whole else ())}
        # What is required and nowhere described is a name.
        return {name: instance(wanted[name], whole=whole) if name in wanted else _NAME for name in sorted(names)}
    if kind == "array":
        return [instance(schema["items"], whole=whole)]
    return {"integer": 1, "number": 1, "boolean": True}[kind] if kind != "string" else _text(schema)


def _text(schema: Schema) -> str:
    if pattern := schema.get("pattern"):
        return _TEXTS[pattern.removeprefix(r"\A(?:").removesuffix(r")\Z")]
    return _FORMATS.get(schema.get("format", ""), "texto"[: schema.get("maxLength", 5)])


def _flat(schema: Schema) -> Schema:
    """With its references followed, and with what "all of" adds; of "one of" the first is taken."""
    while "$ref" in schema:
        found: Any = document()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found | {name: value for name, value in schema.items() if name != "$ref"}
    parts = [*schema.get("allOf", []), *schema.get("oneOf", [])[:1], *schema.get("anyOf", [])[:1]]
    flat: Schema = {name: value for name, value in schema.items() if name not in ("allOf", "oneOf", "anyOf")}
    for part in map(_flat, parts):
        merged: Schema = {name: part[name] for name in part if name not in ("properties", "required")}
        properties = flat.get("properties", {})
        for name, value in part.get("properties", {}).items():
            properties = properties | {name: {"allOf": [properties[name], value]} if name in properties else value}
        required = [*flat.get("required", []), *part.get("required", [])]
        described: Schema = {"properties": properties} if properties else {}
        flat = merged | flat | described | {"required": required}
    return flat


def everywhere(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same with each object and list in it changed, from within."""
    if isinstance(value, dict):
        return change({name: everywhere(each, change) for name, each in value.items()})
    if isinstance(value, list):
        return change([everywhere(each, change) for each in value])
    return value


def unlisted(value: Any) -> Any:
    """A list of one as the one."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def extended(value: Any) -> Any:
    """An object with a field of tomorrow."""
    return value | {"campoDeAmanha": {"lista": [1, None, "x"]}} if isinstance(value, dict) else value
