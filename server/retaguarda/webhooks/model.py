"""A webhook endpoint, its deliveries and their attempts.

An endpoint is enabled, disabled by a person, or suspended automatically after three days of failures only. A delivery is
waiting → delivered, or failed once its attempts are used up; held while its endpoint is off. A receiver may get an event
twice and in any order: ``event_id`` is the same each time.
"""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.webhooks.event_catalogue import EventType

STATUSES = ("enabled", "disabled", "suspended")
DELIVERY_STATUSES = ("waiting", "delivered", "failed", "held")

#: Most endpoints of a merchant, and most deliveries that one Command sends again.
MOST_ENDPOINTS, MOST_AGAIN = 20, 10_000
#: An endpoint with failures only for this long is suspended.
PATIENCE = timedelta(days=3)

#: A time with its zone.
Time = Annotated[datetime, msgspec.Meta(tz=True)]
Url = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class EndpointInput(msgspec.Struct, forbid_unknown_fields=True):
    """We POST events to ``url``: https, a public address, no redirects."""

    url: Url
    events: Annotated[list[EventType], msgspec.Meta(min_length=1, max_length=50)]
    description: Annotated[str, msgspec.Meta(max_length=120)] | None = None


class RotateInput(msgspec.Struct, forbid_unknown_fields=True):
    """For this many minutes, messages are signed with the former secret too."""

    grace_minutes: Annotated[int, msgspec.Meta(ge=0, le=10_080)]


class EnableInput(msgspec.Struct, forbid_unknown_fields=True):
    """``send_held``: send now what was held while the endpoint was off."""

    send_held: bool = True


class ReplayInput(msgspec.Struct, forbid_unknown_fields=True):
    """Select deliveries created from ``since`` until ``until`` whose status is one of ``states``."""

    since: Time
    until: Time
    states: Annotated[list[Literal["delivered", "failed", "held"]], msgspec.Meta(min_length=1, max_length=3)]


class Endpoint(msgspec.Struct, kw_only=True):
    """``grace_until``: until then the former secret signs too. ``waiting``: deliveries still to be sent."""

    id: UUID
    url: str
    description: str | None
    events: list[str]
    status: str
    failing_since: datetime | None
    last_success_at: datetime | None
    grace_until: datetime | None
    waiting: int
    created_at: datetime
    created_by: str
    company_id: int


class EndpointWithSecret(Endpoint, kw_only=True):
    """``secret`` is shown once; null when this response repeats an earlier one under the same idempotency key."""

    secret: str | None


class Delivery(msgspec.Struct, kw_only=True):
    """``attempts``: all attempts so far; ``last_status`` and ``last_error`` are of the latest. ``next_at``: next
    attempt of a waiting delivery."""

    id: UUID
    endpoint_id: UUID
    event_id: UUID
    type: str
    subject_id: str
    status: str
    attempts: int
    last_status: int | None
    last_error: str | None
    next_at: datetime | None
    created_at: datetime
    ended_at: datetime | None
    company_id: int


class Attempt(msgspec.Struct):
    """One attempt. ``answer``: the first 1,024 characters of the response. ``error``: why there was none."""

    number: int
    at: datetime
    duration_ms: int
    status: int | None
    error: str | None
    answer: str


class DeliveryRecord(Delivery, kw_only=True):
    """A delivery with its attempts. ``body`` exactly as it is sent and signed."""

    url: str
    body: str
    tries: list[Attempt]


class Replayed(msgspec.Struct):
    """``count``: deliveries that are sent again."""

    count: int


class Moment(msgspec.Struct):
    at: datetime
    kind: str
    actor: str


class EndpointRecord(Endpoint, kw_only=True):
    """An endpoint with its fifty newest deliveries and its timeline."""

    deliveries: list[Delivery]
    timeline: list[Moment]
