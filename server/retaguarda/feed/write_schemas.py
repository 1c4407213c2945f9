"""Writes the JSON Schema of every type of event that leaves, for whoever takes them."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from retaguarda.feed.model import EVENTS, PERSONAL, FedEvent, Told


class FieldSchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON Schema of a field; ``personal``: it leaves only where the setting says so."""

    type: str
    format: str | UnsetType = UNSET
    pattern: str | UnsetType = UNSET
    personal: bool | UnsetType = msgspec.field(default=UNSET, name="x-personal")


class _Described(msgspec.Struct):
    """As msgspec writes the schema of a Struct."""

    description: str
    properties: dict[str, FieldSchema]
    required: list[str]


class _Written(msgspec.Struct):
    definitions: dict[str, _Described] = msgspec.field(name="$defs")


class EventSchema(msgspec.Struct, frozen=True):
    """The JSON Schema of ``data``; it allows further fields, because a type may grow."""

    dialect: str = msgspec.field(name="$schema")
    id: str = msgspec.field(name="$id")
    title: str
    description: str
    properties: dict[str, FieldSchema]
    required: list[str]
    type: str = "object"


def schema_of(event: FedEvent) -> EventSchema:
    (described,) = msgspec.convert(msgspec.json.schema(event.shape), _Written).definitions.values()
    properties = {
        name: msgspec.structs.replace(field, personal=True) if name in PERSONAL else field
        for name, field in described.properties.items()
    }
    return EventSchema(
        "https://json-schema.org/draft/2020-12/schema",
        event.schema_uri,
        event.type,
        " ".join(described.description.split()),
        properties,
        described.required,
    )


def schemas() -> dict[str, Any]:
    """Returns the schema of each type, by the type's name."""
    return {event.type: msgspec.to_builtins(schema_of(event)) for event in EVENTS}


def page() -> str:
    """Returns docs/guides/events.md."""
    shapes = list(dict.fromkeys(event.shape for event in EVENTS))
    return "\n".join([_BEGINNING, *(line for shape in shapes for line in _section(shape))])


def _section(shape: type[Told]) -> list[str]:
    events = [event for event in EVENTS if event.shape is shape]
    schema = schema_of(events[0])
    return [
        f"### {schema.description.split(';')[0].split(':')[0].rstrip('.')}",
        "",
        schema.description.replace("``", "`"),
        "",
        *(f"- `{event.type}`" for event in events),
        "",
        "| Field of `data` | Form |",
        "|---|---|",
        *(f"| `{name}` | {_form(field)} |" for name, field in schema.properties.items()),
        "",
    ]


def _form(field: FieldSchema) -> str:
    form = {"string": "text", "integer": "whole number", "boolean": "true or false"}[field.type]
    if field.format is not UNSET:
        form = {"uuid": "UUID", "date-time": "moment, RFC 3339"}[field.format]
    elif field.pattern is not UNSET:
        form = f"text like `{field.pattern}`"
    return f"{form}; personal" if field.personal is True else form


_BEGINNING = """# Events for other systems

<!-- Written by `make generate` from server/retaguarda/feed; not edited by hand. -->

What happens in the house can leave it as [CloudEvents 1.0](https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md) in structured JSON: into a stream of NATS
JetStream, or into files with a line for each event. [Operations](../operations.md#feeding-other-systems) says how it is set up, watched and replayed. It is for the provider's own systems,
such as a warehouse or an alarm; merchants' servers have [webhooks](webhooks.md).

- **At least once.** The position moves after the event is acknowledged. `source` and `id` together are the event: what comes a second time with both is the same, byte for byte, and is to be
  forgotten.
- **In order**, for each company: its subject in NATS is `<subject>.<company>.<event>`, and an event is sent when the one before is acknowledged.
- **Only what is declared here leaves.** Each field has a form; a value of another form is left out, and so is every field that no schema names. Fields marked *personal* leave only with
  `RETAGUARDA_FEED_PERSONAL=1`. No secret, document, or payer's name is in any schema.
- **A type only grows**, by fields that may be absent. Anything else is another version: the number at the end of `type`. All fields but `id` may be absent.
- Amounts are whole numbers of the smallest unit of the currency of the company's books, unless `currency` names another.

Around `data` each event has `specversion`, `id`, `source` (the address of the installation), `type`, `subject` (what it happened to), `time`, `datacontenttype`, `dataschema`, and as extensions
`company` (its number) and `partitionkey` (the same, as text). `python -m retaguarda feed schemas` prints the JSON Schema of each type; its `$id` is the event's `dataschema`.

## Types
"""
