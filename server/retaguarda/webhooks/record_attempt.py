"""Records what became of an attempt, and what follows for its delivery and its endpoint."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.events import record
from retaguarda.foundation.outbound_http import OutboundResponse
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.webhooks.model import PATIENCE
from retaguarda.webhooks.rows import HookDeliveryRow, HookEndpointRow


class _Marked(msgspec.Struct):
    given_up: bool
    failing_since: datetime | None


async def record_attempt(
    database: Database,
    delays: Sequence[int],
    endpoint: HookEndpointRow,
    delivery: HookDeliveryRow,
    response: OutboundResponse,
    at: datetime,
) -> None:
    """Record the attempt and update delivery and endpoint."""
    tries = delivery.tries + 1
    params = {
        "company": endpoint.company_id,
        "endpoint": endpoint.id,
        "id": delivery.id,
        "at": at,
        "duration": response.duration_ms,
        "status": response.status,
        "error": response.error,
        "answer": response.body,
        "patience": PATIENCE,
        "to": "delivered" if response.ok else "waiting" if tries <= len(delays) else "failed",
        "wait": delays[tries - 1] if tries <= len(delays) else 0,
    }
    async with database.transaction(Scope((endpoint.company_id,))) as tx:
        # Lock in the order of the Commands: the endpoint first, then its deliveries.
        await tx.execute(_LOCK, params)
        # A Command may have held or replayed the delivery during the request: then this attempt decides nothing.
        number = await tx.value(_UPDATE_DELIVERY, params | {"before": delivery.attempts})
        if number is None:
            return
        await tx.execute(_INSERT_ATTEMPT, params | {"number": number})
        marked = await fetch_one(tx, _Marked, _MARK_WORKING if response.ok else _MARK_FAILING, params)
        if marked is not None and marked.given_up:
            await tx.execute(HOLD, {"company": endpoint.company_id, "endpoint": endpoint.id})
            await record(
                tx,
                "hooks:endpoint:suspended",
                company=endpoint.company_id,
                subject=str(endpoint.id),
                actor="webhooks",
                data={"url": endpoint.url, "failing_since": marked.failing_since},
            )


_LOCK = "select from hook_endpoint where company_id = %(company)s and id = %(endpoint)s for update"
_UPDATE_DELIVERY = (
    "update hook_delivery set attempts = attempts + 1, tries = tries + 1, status = %(to)s, last_status = %(status)s,"
    " last_error = %(error)s, next_at = case %(to)s when 'waiting' then now() + %(wait)s * interval '1 second' end,"
    " ended_at = case when %(to)s in ('delivered', 'failed') then now() end"
    " where company_id = %(company)s and id = %(id)s and attempts = %(before)s and status = 'waiting' returning attempts"
)
_INSERT_ATTEMPT = (
    "insert into hook_attempt (company_id, delivery_id, number, at, duration_ms, status, error, answer)"
    " values (%(company)s, %(id)s, %(number)s, %(at)s, %(duration)s, %(status)s, %(error)s, %(answer)s)"
)
_MARK_WORKING = (
    "update hook_endpoint set failing_since = null, last_success_at = now()"
    " where company_id = %(company)s and id = %(endpoint)s returning false as given_up, failing_since"
)
_MARK_FAILING = (
    "update hook_endpoint set failing_since = coalesce(failing_since, now()),"
    " status = case when failing_since < now() - %(patience)s then 'suspended' else status end"
    " where company_id = %(company)s and id = %(endpoint)s and status = 'enabled'"
    " returning status = 'suspended' as given_up, failing_since"
)
#: Hold the waiting deliveries of an endpoint that is off.
HOLD = (
    "update hook_delivery set status = 'held', next_at = null"
    " where company_id = %(company)s and endpoint_id = %(endpoint)s and status = 'waiting'"
)
