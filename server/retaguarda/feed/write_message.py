"""Writes an event as the message that leaves: the same bytes each time."""

from typing import Any

import msgspec

from retaguarda.feed.model import BY_NAME, PERSONAL, CloudEvent, FedEvent, Told
from retaguarda.foundation.events import Event
from retaguarda.providers.feed.port import Message


def message_of(event: Event, source: str, *, personal: bool) -> Message:
    """``source`` is the address of this installation; ``personal``: with who did it, and what people wrote."""
    fed = BY_NAME[event.name]
    told = CloudEvent(
        specversion="1.0",
        id=str(event.id),
        source=source,
        type=fed.type,
        subject=event.subject_id,
        time=event.at,
        datacontenttype="application/json",
        dataschema=fed.schema_uri,
        company=event.company_id,
        partitionkey=str(event.company_id),
        data=_declared(event, fed, personal),
    )
    return Message(f"{source}/{event.id}", event.company_id, event.name, event.at, msgspec.json.encode(told))


def _declared(event: Event, fed: FedEvent, personal: bool) -> Told:
    """Takes the declared fields out of what the event holds. One that has not the declared form stays out: an event of long ago
    may hold something else under its name, and the feed does not stop at it."""
    held: dict[str, Any] = {**event.data, "id": event.subject_id, "actor": event.actor, "person": event.person_id}
    taken = dict[str, Any]()
    for field in msgspec.structs.fields(fed.shape):
        value = held.get(field.encode_name)
        if value is None or (field.encode_name in PERSONAL and not personal):
            continue
        try:
            taken[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            continue
    return fed.shape(**taken)
