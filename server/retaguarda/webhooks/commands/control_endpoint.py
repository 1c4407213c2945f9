"""Enable, disable, remove and test an endpoint."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.webhooks.event_catalogue import TEST
from retaguarda.webhooks.fanout import delivery_row, insert_deliveries, message
from retaguarda.webhooks.model import Delivery, EnableInput, Endpoint
from retaguarda.webhooks.queries import delivery_fields, endpoint_for_update, endpoint_subject, load_endpoint
from retaguarda.webhooks.rows import HookDeliveryRow, HookEndpointRow
from retaguarda.webhooks.write_attempt import HOLD


async def _enable(tx: Tx, principal: Principal, given: EnableInput, path: Mapping[str, str]) -> Done:
    endpoint = await endpoint_for_update(tx, principal, path)
    key = _key(principal, endpoint)
    await tx.execute(
        "update hook_endpoint set status = 'enabled', failing_since = null where company_id = %(company)s and id = %(endpoint)s",
        key,
    )
    held = 0
    if given.send_held:
        held = await tx.execute(
            "update hook_delivery set status = 'waiting', tries = 0, next_at = now()"
            " where company_id = %(company)s and endpoint_id = %(endpoint)s and status = 'held'",
            key,
        )
    return await _done(tx, principal, endpoint, sent=held)


async def _disable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    endpoint = await endpoint_for_update(tx, principal, path)
    key = _key(principal, endpoint)
    await tx.execute(
        "update hook_endpoint set status = 'disabled' where company_id = %(company)s and id = %(endpoint)s", key
    )
    return await _done(tx, principal, endpoint, held=await tx.execute(HOLD, key))


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Remove an endpoint with all its deliveries; its events stay."""
    endpoint = await endpoint_for_update(tx, principal, path)
    removed = await load_endpoint(tx, principal.chosen(), endpoint.id)
    await tx.execute(
        "delete from hook_endpoint where company_id = %(company)s and id = %(endpoint)s", _key(principal, endpoint)
    )
    return Done(str(endpoint.id), removed, {"url": endpoint.url})


async def _test(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    endpoint = await endpoint_for_update(tx, principal, path)
    if endpoint.status != "enabled":
        raise ApiError(409, "endpoint_off", f"this endpoint is {endpoint.status}: switch it on first")
    event, at = uuid7(), await tx.value("select now()")
    subject = str(endpoint.id)
    row = delivery_row(
        endpoint,
        event,
        TEST,
        subject,
        message(event, TEST, at, principal.chosen(), {"object": "endpoint", "id": subject}),
    )
    await insert_deliveries(tx, [row])
    written = await fetch_one(
        tx,
        HookDeliveryRow,
        "select * from hook_delivery where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": UUID(row["id"])},
    )
    assert written is not None
    return Done(subject, Delivery(**delivery_fields(written)), {"delivery": row["id"]})


def _key(principal: Principal, endpoint: HookEndpointRow) -> dict[str, Any]:
    return {"company": principal.chosen(), "endpoint": endpoint.id}


async def _done(tx: Tx, principal: Principal, endpoint: HookEndpointRow, **data: int) -> Done:
    return Done(
        str(endpoint.id),
        await load_endpoint(tx, principal.chosen(), endpoint.id),
        {"url": endpoint.url, **data},
    )


ENABLE = Command(
    name="hooks:endpoint:enable",
    method="POST",
    path="/v1/payin/webhooks/{id:str}/enable",
    summary="Enable an endpoint",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=EnableInput,
    answers=Endpoint,
    apply=_enable,
    keyed=False,
    subject=endpoint_subject,
)

DISABLE = Command(
    name="hooks:endpoint:disable",
    method="POST",
    path="/v1/payin/webhooks/{id:str}/disable",
    summary="Disable an endpoint; events are kept meanwhile",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=Nothing,
    answers=Endpoint,
    apply=_disable,
    keyed=False,
    subject=endpoint_subject,
)

REMOVE = Command(
    name="hooks:endpoint:remove",
    method="DELETE",
    path="/v1/payin/webhooks/{id:str}",
    summary="Delete an endpoint and its deliveries",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=Nothing,
    answers=Endpoint,
    apply=_remove,
    keyed=False,
)

TRY = Command(
    name="hooks:endpoint:test",
    method="POST",
    path="/v1/payin/webhooks/{id:str}/test",
    summary="Send a test event to an endpoint",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=Nothing,
    answers=Delivery,
    apply=_test,
)
