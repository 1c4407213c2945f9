"""Changes a person's own password, and confirms it before sensitive actions."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.credentials import CredentialCheck, wrong_password
from retaguarda.identity.limits import reset_person_tries
from retaguarda.identity.new_password import NewPasswords, set_password
from retaguarda.identity.password_policy import LONGEST
from retaguarda.identity.person_access import without_account
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import record_own_event


class PasswordInput(msgspec.Struct, forbid_unknown_fields=True):
    oldPassword: str
    newPassword: str


class ConfirmInput(msgspec.Struct, forbid_unknown_fields=True):
    password: str


@dataclass(frozen=True, slots=True)
class OwnPassword:
    access: Access
    credentials: CredentialCheck
    passwords: NewPasswords

    async def change(self, request: Request) -> Response:
        """Changes the password and ends all other sessions. A wrong old password counts like a refused sign-in."""
        body = request.read(PasswordInput)
        if not body.newPassword:
            raise ApiError(400, {"newPassword": ["field_required"]}, "newPassword is required")
        person = await self.verified_person(request, "oldPassword", body.oldPassword)
        hashed = await self.passwords.hashed(body.newPassword, person)
        async with self.access.open(without_account(request), None) as (tx, principal):
            await set_password(tx, principal.person_id, hashed, keep=principal.session_id)
            await reset_person_tries(tx, principal.email, codes=False)
            await record_own_event(tx, "identity:person:password_changed", principal, request)
        return json_response(Ok("password_change_success"))

    async def confirm(self, request: Request) -> Response:
        """Confirms the password: for some minutes this session may do what requires it."""
        body = request.read(ConfirmInput)
        await self.verified_person(request, "password", body.password)
        async with self.access.open(without_account(request), None) as (tx, principal):
            await tx.execute(
                "update session set password_confirmed_at = now() where id = %(id)s", {"id": principal.session_id}
            )
            await record_own_event(tx, "identity:session:password_confirmed", principal, request)
        return json_response(Ok("password_confirmed"))

    async def verified_person(self, request: Request, field: str, password: str) -> Row:
        """Returns the signed-in person if the password in this field of the request is right.

        It hashes outside any transaction: holding a connection meanwhile costs more than a round trip.

        Raises:
            ApiError: 400 ``password_incorrect``, counted like a refused sign-in; 429.
        """
        if not password or len(password) > LONGEST:
            key = "too_long" if password else "field_required"
            raise ApiError(400, {field: [key]}, f"{field} has 1 to {LONGEST} characters")
        principal = await self._principal(request)
        person = await self.credentials.person(principal.email, password, request)
        if person is None:
            raise wrong_password(400)
        return person

    async def _principal(self, request: Request) -> Principal:
        async with self.access.open(without_account(request), None) as (_, principal):
            return principal
