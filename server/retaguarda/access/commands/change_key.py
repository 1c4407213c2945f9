"""Changes and revokes API keys."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from retaguarda.access.guards import clean_name, refuse_granting
from retaguarda.access.keys import Addresses, Key, future_expiry, key_for_update, key_of, networks
from retaguarda.access.plan_facts import of_key
from retaguarda.access.queries import OF_KEY
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal


class KeyChange(msgspec.Struct, forbid_unknown_fields=True):
    """A missing field stays; ``expires_at`` null: never."""

    name: str | msgspec.UnsetType = msgspec.UNSET
    addresses: Addresses | msgspec.UnsetType = msgspec.UNSET
    expires_at: datetime | msgspec.UnsetType | None = msgspec.UNSET


class KeyRights(msgspec.Struct):
    """A key, as a plan compares it."""

    name: str
    addresses: str
    expires_at: str | None


async def _change(tx: Tx, principal: Principal, body: KeyChange, path: Mapping[str, str]) -> Done:
    key = await key_for_update(tx, principal, path_id(path))
    if key["revoked_at"] is not None:
        raise ApiError(409, "key_revoked", "a revoked key does not come back; make another")
    changed = {
        "name": key["name"] if body.name is msgspec.UNSET else clean_name("name", body.name, 60),
        "addresses": [str(n) for n in key["addresses"]]
        if body.addresses is msgspec.UNSET
        else networks(body.addresses),
        "expires_at": key["expires_at"] if body.expires_at is msgspec.UNSET else future_expiry(body.expires_at),
    }
    if body.addresses is not msgspec.UNSET or body.expires_at is not msgspec.UNSET:
        # Allowing it from elsewhere or for longer grants its permissions again.
        refuse_granting(principal, key["permissions"])
    before = await key_of(tx, principal, key["id"])
    await tx.execute(
        "update api_key set name = %(name)s, addresses = %(addresses)s::text[]::inet[], expires_at = %(expires_at)s"
        " where id = %(id)s",
        changed | {"id": key["id"]},
    )
    after = await key_of(tx, principal, key["id"])
    return Done(str(key["id"]), after, {"before": _audit_fields(before), "after": _audit_fields(after)})


async def _revoke(tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    key = await key_for_update(tx, principal, path_id(path))
    await tx.execute(
        "update api_key set revoked_at = coalesce(revoked_at, now()), previous_hash = null, grace_until = null where id = %(id)s",
        key,
    )
    return Done(str(key["id"]), await key_of(tx, principal, key["id"]), {"name": key["name"]})


def _audit_fields(key: Key) -> dict[str, object]:
    return {"name": key.name, "addresses": key.addresses, "expires_at": key.expires_at}


async def _rights(tx: Tx, principal: Principal, path: Mapping[str, str]) -> KeyRights | None:
    row = await tx.one(
        "select name, addresses::text[] as addresses, expires_at::text from api_key where id = %(id)s and company_id = %(company)s",
        {"id": path_id(path), "company": principal.chosen()},
    )
    return None if row is None else KeyRights(row["name"], ", ".join(row["addresses"]), row["expires_at"])


CHANGE_KEY = Command(
    name="access:key:change",
    method="PATCH",
    path="/rbac/keys/{id:str}",
    summary="Change a key's name, addresses or expiry",
    permission=Permission.KEYS_WRITE,
    scope=OF_KEY,
    input=KeyChange,
    answers=Key,
    apply=_change,
    keyed=False,
    subject=_rights,
    approvable=True,
    shows=of_key,
)

REVOKE_KEY = Command(
    name="access:key:revoke",
    method="POST",
    path="/rbac/keys/{id:str}/revoke",
    summary="Revoke a key; it works no longer",
    permission=Permission.KEYS_WRITE,
    scope=OF_KEY,
    input=Nothing,
    answers=Key,
    apply=_revoke,
    keyed=False,
)
