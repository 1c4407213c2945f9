"""One endpoint with its newest deliveries; one delivery with its attempts."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.webhooks.model import Attempt, Delivery, DeliveryRecord, EndpointRecord, Moment
from retaguarda.webhooks.queries import ENDPOINTS, delivery_fields, endpoint_fields
from retaguarda.webhooks.rows import HookDeliveryRow

#: Most rows shown; the lists have the rest.
MOST = 50


class _Delivery(HookDeliveryRow, frozen=True, kw_only=True):
    #: Of its endpoint.
    url: str


async def _endpoint(tx: Tx, principal: Principal, endpoint: UUID) -> EndpointRecord | None:
    row = await tx.one(
        f"select * from {ENDPOINTS} where e.id = %(id)s and e.company_id = any(%(seen)s)",
        {"id": endpoint, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    key = {"company": row["company_id"], "id": endpoint, "subject": str(endpoint), "most": MOST}
    deliveries = await fetch_all(
        tx,
        HookDeliveryRow,
        "select * from hook_delivery where company_id = %(company)s and endpoint_id = %(id)s"
        " order by created_at desc, id desc limit %(most)s",
        key,
    )
    moments = await fetch_all(
        tx,
        Moment,
        "select at, name as kind, actor from event where company_id = %(company)s and subject_id = %(subject)s order by id desc"
        " limit %(most)s",
        key,
    )
    return EndpointRecord(
        **endpoint_fields(row),
        deliveries=[Delivery(**delivery_fields(each)) for each in deliveries],
        timeline=moments[::-1],
    )


async def _delivery(tx: Tx, principal: Principal, delivery: UUID) -> DeliveryRecord | None:
    row = await fetch_one(
        tx,
        _Delivery,
        "select d.*, e.url from hook_delivery d join hook_endpoint e on e.company_id = d.company_id and e.id = d.endpoint_id"
        " where d.id = %(id)s and d.company_id = any(%(seen)s)",
        {"id": delivery, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    tries = await fetch_all(
        tx,
        Attempt,
        "select number, at, duration_ms, status, error, answer from hook_attempt"
        " where company_id = %(company_id)s and delivery_id = %(id)s order by number desc limit 200",
        row,
    )
    return DeliveryRecord(**delivery_fields(row), url=row.url, body=row.body, tries=tries)


ENDPOINT_RECORD = Record(
    path="/v1/payin/webhooks/{id:str}",
    summary="One webhook endpoint with its newest deliveries",
    permission=Permission.PAYIN_SDK_VIEW,
    scope=MERCHANT,
    answers=EndpointRecord,
    load=_endpoint,
)

DELIVERY_RECORD = Record(
    path="/v1/payin/webhook-deliveries/{id:str}",
    summary="One delivery: what was sent, and every attempt",
    permission=Permission.PAYIN_SDK_VIEW,
    scope=MERCHANT,
    answers=DeliveryRecord,
    load=_delivery,
)
