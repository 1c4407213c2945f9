"""Create and change endpoints and rotate their secrets. A secret is in one response only, and stored sealed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, command_route, run_request
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.public_addresses import normalized_url
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.webhook_signature import NewSecret
from retaguarda.webhooks.model import MOST_ENDPOINTS, Endpoint, EndpointInput, EndpointWithSecret, RotateInput
from retaguarda.webhooks.queries import endpoint_for_update, endpoint_subject, load_endpoint


@dataclass(frozen=True, slots=True)
class Writing:
    """Commands that write endpoints. ``private``: allow endpoints on this machine, for development."""

    keys: Keys
    private: bool

    def values(self, given: EndpointInput) -> dict[str, Any]:
        """Validate the input and return the columns.

        Raises:
            ApiError: 400, field url or description.
        """
        url = normalized_url(given.url, private=self.private)
        description = (given.description or "").strip()
        if "\x00" in description:
            raise invalid_field("description", "field_invalid", "description holds a zero character")
        return {
            "url": url,
            "description": description or None,
            "events": sorted(set(given.events)),
        }

    async def _create(
        self, secret: NewSecret, tx: Tx, principal: Principal, given: EndpointInput, path: Mapping[str, str]
    ) -> Done:
        row = self.values(given) | {
            "company": principal.chosen(),
            "id": uuid7(),
            "secret": secret.sealed,
            "by": principal.email,
        }
        # Lock, so that two concurrent requests cannot both create the last endpoint allowed.
        await tx.execute("select pg_advisory_xact_lock(hashtextextended('hooks:' || %(company)s, 0))", row)
        count = await tx.value("select count(*) from hook_endpoint where company_id = %(company)s", row)
        if count >= MOST_ENDPOINTS:
            raise ApiError(409, "too_many_endpoints", f"a merchant has at most {MOST_ENDPOINTS} endpoints")
        await tx.execute(
            "insert into hook_endpoint (company_id, id, url, description, events, secret, created_by) values (%(company)s,"
            " %(id)s, %(url)s, %(description)s, %(events)s, %(secret)s, %(by)s)",
            row,
        )
        return Done(str(row["id"]), await load_endpoint(tx, row["company"], row["id"]), _event_data(row))

    async def _change(self, tx: Tx, principal: Principal, given: EndpointInput, path: Mapping[str, str]) -> Done:
        endpoint = await endpoint_for_update(tx, principal, path)
        row = self.values(given) | {"company": principal.chosen(), "id": endpoint.id}
        await tx.execute(
            "update hook_endpoint set url = %(url)s, description = %(description)s, events = %(events)s"
            " where company_id = %(company)s and id = %(id)s",
            row,
        )
        return Done(str(row["id"]), await load_endpoint(tx, row["company"], row["id"]), {"url": row["url"]})

    def create(self, secret: NewSecret) -> Command[EndpointInput]:
        return Command(
            name="hooks:endpoint:create",
            method="POST",
            path="/v1/payin/webhooks",
            summary="Add a webhook endpoint; its secret is shown only this once",
            permission=Permission.PAYIN_SDK_MANAGE,
            scope=MERCHANT,
            input=EndpointInput,
            answers=Endpoint,
            apply=partial(self._create, secret),
            status=201,
        )

    def change(self) -> Command[EndpointInput]:
        return Command(
            name="hooks:endpoint:change",
            method="PUT",
            path="/v1/payin/webhooks/{id:str}",
            summary="Change an endpoint's address and events",
            permission=Permission.PAYIN_SDK_MANAGE,
            scope=MERCHANT,
            input=EndpointInput,
            answers=Endpoint,
            apply=self._change,
            keyed=False,
            subject=endpoint_subject,
        )


async def _rotate(secret: NewSecret, tx: Tx, principal: Principal, given: RotateInput, path: Mapping[str, str]) -> Done:
    """Rotate the secret. Only the last former secret keeps a grace period."""
    endpoint = await endpoint_for_update(tx, principal, path)
    await tx.execute(
        "update hook_endpoint set previous_secret = case when %(grace)s > 0 then secret end, secret = %(secret)s,"
        " grace_until = case when %(grace)s > 0 then now() + %(grace)s * interval '1 minute' end"
        " where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": endpoint.id, "secret": secret.sealed, "grace": given.grace_minutes},
    )
    return Done(
        str(endpoint.id),
        await load_endpoint(tx, principal.chosen(), endpoint.id),
        {"url": endpoint.url, "grace_minutes": given.grace_minutes},
    )


def rotate(secret: NewSecret) -> Command[RotateInput]:
    return Command(
        name="hooks:endpoint:rotate",
        method="POST",
        path="/v1/payin/webhooks/{id:str}/rotate",
        summary="Rotate an endpoint's secret; both secrets sign until the grace period ends",
        permission=Permission.PAYIN_SDK_MANAGE,
        scope=MERCHANT,
        input=RotateInput,
        answers=Endpoint,
        apply=partial(_rotate, secret),
    )


def _event_data(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"url": row["url"], "events": row["events"]}


def secretive_route(command: Callable[[NewSecret], Command[Any]], keys: Keys, access: Access) -> Route:
    """Build a Command's route whose response carries a new secret; the stored idempotent response does not contain it."""

    async def handler(request: Request) -> Response:
        secret = NewSecret.of(keys)
        made = command(secret)
        result = await run_request(made, request, made.scope.over(access))
        endpoint = msgspec.json.decode(result.body, type=Endpoint)
        secret_text = None if "Idempotency-Replayed" in result.headers else secret.text
        return json_response(
            EndpointWithSecret(**msgspec.structs.asdict(endpoint), secret=secret_text), result.status, result.headers
        )

    route = command_route(command(NewSecret.of(keys)), access)
    return replace(route, handler=handler, answers=EndpointWithSecret)
