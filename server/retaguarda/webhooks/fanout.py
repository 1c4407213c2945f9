"""Fan events out into deliveries: one for each endpoint subscribed, in the transaction that moves the consumer's
offset."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.webhooks.event_catalogue import BY_EVENT, EventObject
from retaguarda.webhooks.payloads import Message
from retaguarda.webhooks.rows import HookEndpointRow


class _Subscriber(msgspec.Struct):
    company_id: int
    id: UUID
    events: list[str]
    status: str
    created_at: datetime


async def _fan_out(tx: Tx, events: list[Event]) -> None:
    relevant = [event for event in events if event.name in BY_EVENT]
    if not relevant:
        return
    endpoints = defaultdict[int, list[_Subscriber]](list)
    # Share-lock the endpoints, so that nobody disables one before its delivery is written.
    for row in await fetch_all(
        tx,
        _Subscriber,
        "select company_id, id, events, status, created_at from hook_endpoint where company_id = any(%(companies)s) for share",
        {"companies": list({event.company_id for event in relevant})},
    ):
        endpoints[row.company_id].append(row)
    wanted = [event for event in relevant if any(_wants(row, event) for row in endpoints[event.company_id])]
    objects = await _load_objects(tx, wanted)
    deliveries = list[Row]()
    for event in wanted:
        webhook_event = BY_EVENT[event.name]
        subject = webhook_event.thing.id_of(event)
        event_object = objects.get((webhook_event.thing.object, subject))
        if event_object is None:
            continue
        event_id = uuid7()
        body = message(
            event_id,
            webhook_event.type,
            event.at,
            event.company_id,
            {"object": webhook_event.thing.object, **event_object},
        )
        deliveries += [
            delivery_row(row, event_id, webhook_event.type, subject, body)
            for row in endpoints[event.company_id]
            if _wants(row, event)
        ]
    await insert_deliveries(tx, deliveries)


def _wants(endpoint: _Subscriber, event: Event) -> bool:
    """Whether the endpoint subscribes to the event, and existed when it happened, however late this consumer runs."""
    return BY_EVENT[event.name].type in endpoint.events and event.at >= endpoint.created_at


async def _load_objects(tx: Tx, events: Sequence[Event]) -> dict[tuple[str, str], Any]:
    """Load the objects of the events, as they are now: (kind, id) → object."""
    ids_by_type = dict[str, tuple[EventObject, dict[str, int]]]()
    for event in events:
        event_object = BY_EVENT[event.name].thing
        ids_by_type.setdefault(event_object.object, (event_object, {}))[1][event_object.id_of(event)] = event.company_id
    found = dict[tuple[str, str], Any]()
    for event_object, ids in ids_by_type.values():
        rows = await tx.all(
            event_object.read, {"companies": list(ids.values()), "ids": [uuid_of(each) for each in ids]}
        )
        found |= {(event_object.object, row["id"]): row["object"] for row in rows}
    return found


def message(event: UUID, kind: str, at: datetime, company: int, data: Any) -> str:
    """Encode the message exactly as it is sent and signed."""
    return json_text(Message(event, kind, at, company, data))


def delivery_row(endpoint: _Subscriber | HookEndpointRow, event: UUID, kind: str, subject: str, body: str) -> Row:
    """Build the row of a delivery; held when its endpoint is off."""
    return {
        "company": endpoint.company_id,
        "id": str(uuid7()),
        "endpoint": str(endpoint.id),
        "event": str(event),
        "type": kind,
        "subject": subject,
        "body": body,
        "status": "waiting" if endpoint.status == "enabled" else "held",
    }


async def insert_deliveries(tx: Tx, rows: Sequence[Row]) -> None:
    """Insert deliveries, due at once."""
    if not rows:
        return
    await tx.execute(
        "insert into hook_delivery (company_id, id, endpoint_id, event_id, type, subject_id, body, status, next_at)"
        " select r.company, r.id, r.endpoint, r.event, r.type, r.subject, r.body, r.status,"
        " case r.status when 'waiting' then now() end from jsonb_to_recordset(%(rows)s::jsonb)"
        " r (company int, id uuid, endpoint uuid, event uuid, type text, subject text, body text, status text)",
        {"rows": json_text(rows)},
    )


READER = EventConsumer("hooks.write", _fan_out, frozenset(BY_EVENT))
