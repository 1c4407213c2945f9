"""Load and lock endpoints, and map their rows and those of deliveries to the API's types."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one, struct_fields
from retaguarda.webhooks.model import Delivery, Endpoint
from retaguarda.webhooks.rows import HookDeliveryRow, HookEndpointRow

#: Endpoints with their number of waiting deliveries; an expired grace period reads as null.
ENDPOINTS = (
    "(select e.company_id, e.id, e.url, e.description, e.events, e.status, e.failing_since, e.last_success_at, e.created_at,"
    " e.created_by, case when e.grace_until > now() then e.grace_until end as grace_until,"
    " (select count(*) from hook_delivery d where d.company_id = e.company_id and d.endpoint_id = e.id"
    "   and d.status = 'waiting') as waiting from hook_endpoint e) e"
)


def endpoint_fields(row: Row) -> dict[str, Any]:
    return struct_fields(Endpoint, row)


def delivery_fields(row: HookDeliveryRow) -> dict[str, Any]:
    return struct_fields(Delivery, row)


async def endpoint_row(tx: Tx, company: int, endpoint: UUID) -> Row | None:
    return await tx.one(
        f"select * from {ENDPOINTS} where e.company_id = %(company)s and e.id = %(id)s",
        {"company": company, "id": endpoint},
    )


async def load_endpoint(tx: Tx, company: int, endpoint: UUID) -> Endpoint:
    """Load an endpoint that a Command has just written."""
    row = await endpoint_row(tx, company, endpoint)
    assert row is not None
    return Endpoint(**endpoint_fields(row))


class EndpointFields(msgspec.Struct):
    """An endpoint as a plan compares it."""

    url: str
    description: str | None
    events: str
    status: str


async def endpoint_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> EndpointFields | None:
    row = await endpoint_row(tx, principal.chosen(), path_id(path))
    return EndpointFields(row["url"], row["description"], ", ".join(row["events"]), row["status"]) if row else None


async def endpoint_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> HookEndpointRow:
    """Lock an endpoint of the chosen merchant until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await fetch_one(
        tx,
        HookEndpointRow,
        "select * from hook_endpoint where company_id = %(company)s and id = %(id)s for update",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    if row is None:
        raise not_found("endpoint")
    return row


async def of_endpoint(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the endpoint that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from hook_endpoint where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
