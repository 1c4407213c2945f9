"""Resets a forgotten password: mails a link, and takes the new password with its token."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Request, Response, json_response
from retaguarda.identity.bot_check import BotCheckGuard
from retaguarda.identity.email_addresses import checked_address
from retaguarda.identity.limits import begin_try, cancel_try, link_limits, mail_limits, reset_person_tries
from retaguarda.identity.mailed_tokens import read_token, use_token
from retaguarda.identity.new_password import NewPasswords, set_password
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import record_security_event
from retaguarda.settings import Limits


class ForgotInput(msgspec.Struct, forbid_unknown_fields=True):
    """Either ``email``, or the other two."""

    email: str | msgspec.UnsetType = msgspec.UNSET
    rememberToken: str | msgspec.UnsetType = msgspec.UNSET
    newPassword: str | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, slots=True)
class Resets:
    database: Database
    limits: Limits
    humans: BotCheckGuard
    passwords: NewPasswords

    async def forgot(self, request: Request) -> Response:
        body = request.read(ForgotInput)
        if body.email is not msgspec.UNSET:
            return await self._send_link(request, checked_address(body.email))
        if not body.rememberToken:
            raise ApiError(400, {"rememberToken": ["field_required"]}, "rememberToken is required")
        if not body.newPassword:
            raise ApiError(400, {"newPassword": ["field_required"]}, "newPassword is required")
        return await self._confirm(request, body.rememberToken, body.newPassword)

    async def _send_link(self, request: Request, email: str) -> Response:
        """Same response and same work whether or not the address is known; the mail follows later."""
        await self.humans.check(request, "forgot")
        limits = mail_limits(self.limits, request.ip, email)
        async with self.database.transaction(SYSTEM) as tx:
            await begin_try(tx, limits)
            person = await tx.one(
                "select id as person_id, company_id, email from person"
                " where lower(email) = lower(%(email)s) and disabled_at is null",
                {"email": email},
            )
            if person is not None:
                await record_security_event(tx, "identity:person:reset_asked", person, request)
        return json_response(Ok("verify_your_email"))

    async def _confirm(self, request: Request, token: str, password: str) -> Response:
        """Sets the new password for a mailed token; it ends every session, and does not sign in."""
        await self.humans.check(request, "confirm")
        limits = link_limits(self.limits, request.ip)
        async with self.database.transaction(SYSTEM) as tx:
            attempt = await begin_try(tx, limits)
            person = await read_token(tx, token, "reset", "invite")
            if person is not None:
                await cancel_try(tx, limits, attempt)
        # After the commit: a dead link stays counted.
        if person is None:
            raise _dead_link()
        hashed = await self.passwords.hashed(password, person)
        async with self.database.transaction(SYSTEM) as tx:
            person = await use_token(tx, token, "reset", "invite")
            if person is None:
                raise _dead_link()
            await set_password(tx, person["id"], hashed, keep=None)
            await reset_person_tries(tx, person["email"], codes=False)
            await record_security_event(tx, f"identity:person:{_EVENT_OF_ACTION[person['action']]}", person, request)
        return json_response(Ok("password_success"))


#: Event of the new password, by the action of its link.
_EVENT_OF_ACTION = {"reset": "password_reset", "invite": "joined"}


def _dead_link() -> ApiError:
    return ApiError(400, "new_password_fail", "this link was used, is too old, or never was one; ask for another")
