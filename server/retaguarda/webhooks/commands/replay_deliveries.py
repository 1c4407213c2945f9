"""Send one delivery again, or all of a period. Receivers recognise a repeat by the event's id, which does not change."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.webhooks.model import MOST_AGAIN, Delivery, Replayed, ReplayInput
from retaguarda.webhooks.queries import delivery_fields, endpoint_for_update
from retaguarda.webhooks.rows import HookDeliveryRow

_RESEND = "update hook_delivery set status = 'waiting', tries = 0, next_at = now(), ended_at = null"


async def _replay(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    key = {"company": principal.chosen(), "id": path_id(path)}
    row = await tx.one("select endpoint_id from hook_delivery where company_id = %(company)s and id = %(id)s", key)
    if row is None:
        raise not_found("delivery")
    _require_enabled(
        await tx.value(
            "select status from hook_endpoint where company_id = %(company)s and id = %(endpoint_id)s for share",
            key | row,
        )
    )
    replayed = await fetch_one(
        tx,
        HookDeliveryRow,
        f"{_RESEND} where company_id = %(company)s and id = %(id)s and status <> 'waiting' returning *",
        key,
    )
    if replayed is None:
        raise ApiError(409, "delivery_waiting", "this delivery is on its way already")
    return Done(
        str(replayed.endpoint_id),
        Delivery(**delivery_fields(replayed)),
        {"delivery": path["id"], "type": replayed.type},
    )


async def _replay_all(tx: Tx, principal: Principal, given: ReplayInput, path: Mapping[str, str]) -> Done:
    endpoint = await endpoint_for_update(tx, principal, path)
    _require_enabled(endpoint.status)
    if given.until <= given.since:
        raise invalid_field("until", "invalid", "until is later than since")
    params = {
        "company": principal.chosen(),
        "endpoint": endpoint.id,
        "since": given.since,
        "until": given.until,
        "states": given.states,
    }
    condition = (
        "company_id = %(company)s and endpoint_id = %(endpoint)s and created_at between %(since)s and %(until)s"
        " and status = any(%(states)s)"
    )
    count_sql = f"select count(*) from (select from hook_delivery where {condition} limit {MOST_AGAIN + 1}) counted"
    if await tx.value(count_sql, params) > MOST_AGAIN:
        raise invalid_field("since", "too_many", f"at most {MOST_AGAIN} deliveries are sent again at once")
    count = await tx.execute(f"{_RESEND} where {condition}", params)
    return Done(str(endpoint.id), Replayed(count), {"count": count, "since": given.since, "until": given.until})


def _require_enabled(status: str) -> None:
    if status != "enabled":
        raise ApiError(409, "endpoint_off", f"this endpoint is {status}: switch it on first")


REPLAY = Command(
    name="hooks:delivery:replay",
    method="POST",
    path="/v1/payin/webhook-deliveries/{id:str}/replay",
    summary="Send one delivery again",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=Nothing,
    answers=Delivery,
    apply=_replay,
)

REPLAY_ALL = Command(
    name="hooks:endpoint:replay",
    method="POST",
    path="/v1/payin/webhooks/{id:str}/replay",
    summary="Resend the deliveries of an endpoint from a period",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=ReplayInput,
    answers=Replayed,
    apply=_replay_all,
)
