"""A person's own password: changing it, and saying it again before what is hard to undo."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.credentials import CredentialCheck, wrong_password
from retaguarda.identity.limits import forget_refused
from retaguarda.identity.new_password import NewPasswords, set_password
from retaguarda.identity.password_policy import LONGEST
from retaguarda.identity.person_access import without_account
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import trace_of


class PasswordInput(msgspec.Struct, forbid_unknown_fields=True):
    oldPassword: str
    newPassword: str


class ConfirmInput(msgspec.Struct, forbid_unknown_fields=True):
    password: str


@dataclass(frozen=True, slots=True)
class OwnPassword:
    access: Access
    knowing: CredentialCheck
    passwords: NewPasswords

    async def change(self, request: Request) -> Response:
        """A wrong old password counts like a refused sign-in; a new one ends every other session."""
        given = request.read(PasswordInput)
        if not given.newPassword:
            raise ApiError(400, {"newPassword": ["field_required"]}, "newPassword is required")
        person = await self.proven(request, "oldPassword", given.oldPassword)
        hashed = await self.passwords.hashed(given.newPassword, person)
        async with self.access.open(without_account(request), None) as (tx, principal):
            await set_password(tx, principal.person_id, hashed, keep=principal.session_id)
            await forget_refused(tx, principal.email, codes=False)
            await trace_of(tx, "identity:person:password_changed", principal, request)
        return json_response(Ok("password_change_success"))

    async def confirm(self, request: Request) -> Response:
        """For some minutes this session may do what asks for the password again."""
        given = request.read(ConfirmInput)
        await self.proven(request, "password", given.password)
        async with self.access.open(without_account(request), None) as (tx, principal):
            await tx.execute(
                "update session set password_confirmed_at = now() where id = %(id)s", {"id": principal.session_id}
            )
            await trace_of(tx, "identity:session:password_confirmed", principal, request)
        return json_response(Ok("password_confirmed"))

    async def proven(self, request: Request, field: str, password: str) -> Row:
        """The signed-in person, once they have said their password, in this field of the call.

        No transaction is open while the password is hashed: a connection is worth more than a round trip.

        Raises:
            ApiError: 400 ``password_incorrect``, counted like a refused sign-in; 429.
        """
        if not password or len(password) > LONGEST:
            key = "too_long" if password else "field_required"
            raise ApiError(400, {field: [key]}, f"{field} has 1 to {LONGEST} characters")
        principal = await self._who(request)
        person = await self.knowing.person(principal.email, password, request)
        if person is None:
            raise wrong_password(400)
        return person

    async def _who(self, request: Request) -> Principal:
        async with self.access.open(without_account(request), None) as (_, principal):
            return principal
