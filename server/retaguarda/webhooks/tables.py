"""The lists of endpoints and deliveries."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.webhooks.event_catalogue import TEST, TYPES
from retaguarda.webhooks.model import DELIVERY_STATUSES, STATUSES
from retaguarda.webhooks.queries import ENDPOINTS

HOOK_ENDPOINTS = Table(
    name="payin.webhooks",
    path="/v1/payin/webhooks",
    summary="Webhook endpoints of the merchant",
    permission=Permission.PAYIN_SDK_VIEW,
    scope=MERCHANT,
    source=f"{ENDPOINTS} left join company k on k.id = e.company_id",
    company="e.company_id",
    key="e.id",
    order_by="created_at",
    columns=(
        Column("id", "e.id", "id", searched=True),
        Column("created_at", "e.created_at", "time", sortable=True),
        Column("url", "e.url", searched=True),
        Column("description", "e.description"),
        Column("events", "e.events", "choice", many=True, choices=TYPES),
        Column("status", "e.status", "choice", choices=STATUSES),
        Column("waiting", "e.waiting", "integer"),
        Column("failing_since", "e.failing_since", "time"),
        Column("last_success_at", "e.last_success_at", "time"),
        Column("grace_until", "e.grace_until", "time"),
        Column("created_by", "e.created_by"),
        Column("company_id", "e.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

DELIVERIES = Table(
    name="payin.webhook_deliveries",
    path="/v1/payin/webhook-deliveries",
    summary="Webhook deliveries to the merchants' servers, and their outcome",
    permission=Permission.PAYIN_SDK_VIEW,
    scope=MERCHANT,
    source="hook_delivery d join hook_endpoint e on e.company_id = d.company_id and e.id = d.endpoint_id",
    company="d.company_id",
    key="d.id",
    order_by="created_at",
    columns=(
        Column("id", "d.id", "id", searched=True),
        Column("created_at", "d.created_at", "time", sortable=True),
        Column("endpoint_id", "d.endpoint_id", "id", searched=True),
        Column("url", "e.url"),
        Column("type", "d.type", "choice", choices=(*TYPES, TEST)),
        Column("subject_id", "d.subject_id", searched=True),
        Column("event_id", "d.event_id", "id", searched=True),
        Column("status", "d.status", "choice", choices=DELIVERY_STATUSES),
        Column("attempts", "d.attempts", "integer"),
        Column("last_status", "d.last_status", "integer"),
        Column("last_error", "d.last_error"),
        Column("next_at", "d.next_at", "time"),
        Column("ended_at", "d.ended_at", "time"),
        Column("company_id", "d.company_id", "integer"),
    ),
)
