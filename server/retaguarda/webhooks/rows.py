"""Rows of webhooks, as Postgres holds them; a test compares them with the catalogue."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class HookEndpointRow(TableRow, frozen=True, kw_only=True):
    """A row of ``hook_endpoint``."""

    table: ClassVar[str] = "hook_endpoint"

    company_id: int
    id: UUID
    url: str
    description: str | None
    events: list[str]
    status: str
    secret: bytes
    previous_secret: bytes | None
    grace_until: datetime | None
    failing_since: datetime | None
    last_success_at: datetime | None
    leased_until: datetime | None
    turned_at: datetime | None
    created_at: datetime
    created_by: str


class HookDeliveryRow(TableRow, frozen=True, kw_only=True):
    """A row of ``hook_delivery``."""

    table: ClassVar[str] = "hook_delivery"

    company_id: int
    id: UUID
    endpoint_id: UUID
    event_id: UUID
    type: str
    subject_id: str
    body: str
    status: str
    attempts: int
    tries: int
    next_at: datetime | None
    last_status: int | None
    last_error: str | None
    created_at: datetime
    ended_at: datetime | None
