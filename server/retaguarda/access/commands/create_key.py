"""Creates and rotates API keys. Only the response holds the secret; we store its hash."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from typing import Annotated, Any
from uuid import UUID

import msgspec

from retaguarda.access.grants import Number
from retaguarda.access.guards import clean_name, refuse_granting
from retaguarda.access.keys import Addresses, Key, KeyWithSecret, future_expiry, key_for_update, key_of, networks
from retaguarda.access.plan_facts import of_key
from retaguarda.access.queries import OF_KEY
from retaguarda.foundation.command import HELD, Command, Done, command_route, run_request
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW
from retaguarda.identity.api_keys import NewSecret


class KeyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``addresses``: networks it may call from, at most 20; empty: from anywhere."""

    name: str
    role_id: Number
    addresses: Addresses = []
    expires_at: datetime | None = None


class RotateInput(msgspec.Struct, forbid_unknown_fields=True):
    """``grace_minutes``: how long the old secret keeps working."""

    grace_minutes: Annotated[int, msgspec.Meta(ge=0, le=10_080)]


async def _create(secret: NewSecret, tx: Tx, principal: Principal, body: KeyInput, path: Mapping[str, str]) -> Done:
    row: dict[str, Any] = {
        "id": secret.key,
        "company": principal.chosen(),
        "role": body.role_id,
        "name": clean_name("name", body.name, 60),
        "prefix": secret.prefix,
        "hash": secret.hash,
        "addresses": networks(body.addresses),
        "expires": future_expiry(body.expires_at),
        "by": principal.email,
    }
    role = await tx.one(
        "select name, permissions from role where id = %(role)s and company_id = %(company)s for key share", row
    )
    if role is None:
        raise invalid_field("role_id", "not_allowed", "role_id is no role of this company")
    refuse_granting(principal, role["permissions"])
    await tx.execute(
        "insert into api_key (id, company_id, role_id, name, prefix, hash, addresses, expires_at, created_by) values (%(id)s,"
        " %(company)s, %(role)s, %(name)s, %(prefix)s, %(hash)s, %(addresses)s::text[]::inet[], %(expires)s, %(by)s)",
        row,
    )
    data = {"name": row["name"], "role": role["name"], "addresses": row["addresses"], "expires_at": row["expires"]}
    return Done(str(secret.key), await key_of(tx, principal, secret.key), data)


async def _rotate(secret: NewSecret, tx: Tx, principal: Principal, body: RotateInput, path: Mapping[str, str]) -> Done:
    """Replaces the secret; of all earlier secrets only the last has a grace period."""
    key = await key_for_update(tx, principal, secret.key)
    if key["revoked_at"] is not None or key["expired"]:
        raise ApiError(409, "key_revoked", "a key that is revoked or expired does not come back; make another")
    # The new secret gives whoever holds it the key's permissions.
    refuse_granting(principal, key["permissions"])
    await tx.execute(
        "update api_key set previous_hash = case when %(grace)s > 0 then hash end, hash = %(hash)s, prefix = %(prefix)s,"
        " grace_until = case when %(grace)s > 0 then now() + %(grace)s * interval '1 minute' end where id = %(id)s",
        {"id": secret.key, "hash": secret.hash, "prefix": secret.prefix, "grace": body.grace_minutes},
    )
    return Done(
        str(secret.key),
        await key_of(tx, principal, secret.key),
        {"name": key["name"], "grace_minutes": body.grace_minutes},
    )


@cache
def _with_secret(shape: type[Any]) -> type[msgspec.Struct]:
    """Returns the type of a response body with the secret added."""
    return msgspec.defstruct(f"{shape.__name__}WithSecret", [("secret", str | None)], bases=(shape,), kw_only=True)


@dataclass(frozen=True, slots=True)
class _SecretCommand:
    """A Command whose response carries a secret that no row holds: neither the key's nor the idempotency record's."""

    command: Callable[[NewSecret], Command[Any]]
    access: Access
    key_of: Callable[[Request], UUID]

    def route(self) -> Route:
        example = self.command(NewSecret.of(uuid7()))
        route = command_route(example, self.access)
        also = tuple((status, _with_secret(shape)) for status, shape in route.also)
        return replace(route, handler=self.handle, answers=KeyWithSecret, also=also)

    async def handle(self, request: Request) -> Response:
        secret = NewSecret.of(self.key_of(request))
        command = self.command(secret)
        response = await run_request(command, request, command.scope.over(self.access))
        secret_text = None if "Idempotency-Replayed" in response.headers else secret.text
        if response.status == HELD:
            # The requester gets the secret now; it works once the key is approved.
            return json_response(
                {**msgspec.json.decode(response.body), "secret": secret_text}, response.status, response.headers
            )
        key = msgspec.json.decode(response.body, type=Key)
        return json_response(
            KeyWithSecret(**msgspec.structs.asdict(key), secret=secret_text), response.status, response.headers
        )


def create(secret: NewSecret) -> Command[KeyInput]:
    return Command(
        name="access:key:create",
        method="POST",
        path="/rbac/keys",
        summary="Make a key; its secret is shown this once",
        permission=Permission.KEYS_WRITE,
        scope=NEW,
        input=KeyInput,
        answers=Key,
        apply=partial(_create, secret),
        status=201,
        approvable=True,
        shows=of_key,
        carried=secret.carried,
    )


def rotate(secret: NewSecret) -> Command[RotateInput]:
    return Command(
        name="access:key:rotate",
        method="POST",
        path="/rbac/keys/{id:str}/rotate",
        summary="Give a key another secret; the one before works until its grace is over",
        permission=Permission.KEYS_WRITE,
        scope=OF_KEY,
        input=RotateInput,
        answers=Key,
        apply=partial(_rotate, secret),
        approvable=True,
        shows=of_key,
        carried=secret.carried,
    )


def create_route(access: Access) -> Route:
    return _SecretCommand(create, access, lambda _: uuid7()).route()


def rotate_route(access: Access) -> Route:
    return _SecretCommand(rotate, access, lambda request: uuid_of(request.path_params["id"])).route()


#: Builds the Commands to run after approval.
CARRYING: Mapping[str, Callable[[Mapping[str, str]], Command[Any]]] = {
    "access:key:create": lambda carried: create(NewSecret.of_carried(carried)),
    "access:key:rotate": lambda carried: rotate(NewSecret.of_carried(carried)),
}
