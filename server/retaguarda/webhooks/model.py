"""What a webhook endpoint is, what was told to it, and every try.

An endpoint is enabled, disabled by a person, or suspended by itself after three days of nothing but failures. A delivery is
waiting → delivered, or failed once its tries are used up; held while its endpoint is off. Whoever receives may be told twice
and in any order: ``event_id`` is the same each time.
"""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.webhooks.event_catalogue import EventType

STATUSES = ("enabled", "disabled", "suspended")
DELIVERY_STATUSES = ("waiting", "delivered", "failed", "held")

#: Endpoints that a merchant may have, and deliveries that one Command sends again.
MOST_ENDPOINTS, MOST_AGAIN = 20, 10_000
#: Nothing but failures for so long, and an endpoint is suspended.
PATIENCE = timedelta(days=3)

#: With its zone.
Time = Annotated[datetime, msgspec.Meta(tz=True)]
Url = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class EndpointInput(msgspec.Struct, forbid_unknown_fields=True):
    """``url`` is called by POST with what happened; https, a public address, no redirects."""

    url: Url
    events: Annotated[list[EventType], msgspec.Meta(min_length=1, max_length=50)]
    description: Annotated[str, msgspec.Meta(max_length=120)] | None = None


class RotateInput(msgspec.Struct, forbid_unknown_fields=True):
    """So long, in minutes, what is sent is signed with the secret before too."""

    grace_minutes: Annotated[int, msgspec.Meta(ge=0, le=10_080)]


class EnableInput(msgspec.Struct, forbid_unknown_fields=True):
    """``send_held``: what happened while it was off is sent now."""

    send_held: bool = True


class ReplayInput(msgspec.Struct, forbid_unknown_fields=True):
    """Of what was told from ``since`` until ``until``, all that is in one of ``states``."""

    since: Time
    until: Time
    states: Annotated[list[Literal["delivered", "failed", "held"]], msgspec.Meta(min_length=1, max_length=3)]


class Endpoint(msgspec.Struct, kw_only=True):
    """``grace_until``: until then the secret before the last signs too. ``waiting``: deliveries that are still to be made."""

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
    """``secret`` is shown this once; null when this answer was given before, under the same idempotency key."""

    secret: str | None


class Delivery(msgspec.Struct, kw_only=True):
    """``attempts``: tries ever made; ``last_status`` and ``last_error`` say what became of the last. ``next_at`` of a waiting one."""

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
    """``answer``: the first 1,024 characters of what came back. ``error``: why nothing did."""

    number: int
    at: datetime
    duration_ms: int
    status: int | None
    error: str | None
    answer: str


class DeliveryRecord(Delivery, kw_only=True):
    """``body`` to the letter, as it is sent and signed."""

    url: str
    body: str
    tries: list[Attempt]


class Replayed(msgspec.Struct):
    """How many are sent again."""

    count: int


class Moment(msgspec.Struct):
    at: datetime
    kind: str
    actor: str


class EndpointRecord(Endpoint, kw_only=True):
    """With the fifty newest deliveries, and what was done with it."""

    deliveries: list[Delivery]
    timeline: list[Moment]
