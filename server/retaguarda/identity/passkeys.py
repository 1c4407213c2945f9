"""A person's passkeys: add, list and remove them. A passkey is a second factor, beside an authenticator app or alone."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.factor_changes import factor_removed, mark_session_proven, require_confirmed
from retaguarda.identity.passkey_store import credential_of, new_challenge, passkeys_of, take_challenge
from retaguarda.identity.person_access import without_account
from retaguarda.identity.recovery import make_codes
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import record_own_event
from retaguarda.identity.webauthn import (
    Credential,
    PasskeyRefused,
    RelyingParty,
    challenge_in,
    creation_options,
    verify_registration,
)

MOST = 20


class PasskeyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``credential`` is the result of navigator.credentials.create(), as toJSON() writes it."""

    name: str
    credential: dict[str, Any]


class Passkey(msgspec.Struct):
    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None


class AddedPasskey(msgspec.Struct):
    """``recoveryCodes`` come with the first second factor, and only in this response."""

    id: UUID
    name: str
    recoveryCodes: list[str] | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, slots=True)
class Passkeys:
    access: Access
    keys: Keys
    party: RelyingParty

    async def all(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            rows = await passkeys_of(tx, principal.person_id)
            return json_response([Passkey(r["id"], r["name"], r["created_at"], r["last_used_at"]) for r in rows])

    async def options(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            existing = [credential_of(row) for row in await passkeys_of(tx, principal.person_id)]
            if len(existing) >= MOST:
                raise ApiError(400, "too_many", f"a person has at most {MOST} passkeys")
            challenge = await new_challenge(tx, principal.person_id, principal.company_id, "register")
        options = await asyncio.to_thread(
            creation_options, self.party, challenge, principal.person_id, principal.email, principal.name, existing
        )
        return json_response(options)

    async def add(self, request: Request) -> Response:
        body = request.read(PasskeyInput)
        name = body.name.strip()
        if not 1 <= len(name) <= 60 or not name.isprintable():
            raise invalid_field("name", "invalid", "name has 1 to 60 printable characters")
        credential = await self._check(request, body.credential)
        passkey_id = uuid7()
        codes: list[str] | msgspec.UnsetType = msgspec.UNSET
        async with self.access.open(without_account(request), None) as (tx, principal):
            await _insert(tx, principal, passkey_id, name, credential)
            if not principal.has_second_factor:
                codes = await make_codes(tx, self.keys, principal.person_id, principal.company_id)
                await mark_session_proven(tx, principal)
            await record_own_event(tx, "identity:passkey:added", principal, request, passkey=str(passkey_id))
        return json_response(AddedPasskey(passkey_id, name, codes), 201)

    async def _check(self, request: Request, credential: dict[str, Any]) -> Credential:
        """Commits the use of the challenge before checking the credential, so that no challenge is tried twice."""
        try:
            async with self.access.open(without_account(request), None) as (tx, principal):
                await require_confirmed(tx, principal)
                challenge = challenge_in(credential)
                challenge_ok = await take_challenge(tx, challenge, principal.person_id, "register")
            if not challenge_ok:
                raise PasskeyRefused("challenge")
            return await asyncio.to_thread(verify_registration, self.party, challenge, credential)
        except PasskeyRefused as error:
            raise ApiError(400, "passkey_invalid", f"the passkey was not accepted ({error})") from error

    async def remove(self, request: Request) -> Response:
        passkey_id = uuid_of(request.path_params["id"])
        async with self.access.open(without_account(request), None) as (tx, principal):
            await require_confirmed(tx, principal)
            if not await tx.execute(
                "delete from passkey where id = %(id)s and person_id = %(person)s",
                {"id": passkey_id, "person": principal.person_id},
            ):
                raise not_found("passkey")
            await factor_removed(tx, principal)
            await record_own_event(tx, "identity:passkey:removed", principal, request, passkey=str(passkey_id))
        return json_response(Ok("passkey_removed"))


async def _insert(tx: Tx, principal: Principal, passkey_id: UUID, name: str, credential: Credential) -> None:
    inserted = await tx.execute(
        "insert into passkey (id, company_id, person_id, name, credential_id, public_key, sign_count, transports)"
        " values (%(id)s, %(company)s, %(person)s, %(name)s, %(credential)s, %(key)s, %(count)s, %(transports)s)"
        " on conflict (credential_id) do nothing",
        {
            "id": passkey_id,
            "company": principal.company_id,
            "person": principal.person_id,
            "name": name,
            "credential": credential.id,
            "key": credential.public_key,
            "count": credential.sign_count,
            "transports": list(credential.transports),
        },
    )
    if not inserted:
        raise ApiError(409, "passkey_known", "this passkey is registered already")
