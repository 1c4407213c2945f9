"""A forgotten password: a mail with a link, and the new password that comes back with it."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Request, Response, json_response
from retaguarda.identity.addresses import checked_address
from retaguarda.identity.bot_check import BotCheckGuard
from retaguarda.identity.limits import begin_try, forget_refused, link_limits, mail_limits, take_back
from retaguarda.identity.mailed_tokens import read_token, use_token
from retaguarda.identity.new_password import NewPasswords, set_password
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import trace
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
        given = request.read(ForgotInput)
        if given.email is not msgspec.UNSET:
            return await self._ask(request, checked_address(given.email))
        if not given.rememberToken:
            raise ApiError(400, {"rememberToken": ["field_required"]}, "rememberToken is required")
        if not given.newPassword:
            raise ApiError(400, {"newPassword": ["field_required"]}, "newPassword is required")
        return await self._confirm(request, given.rememberToken, given.newPassword)

    async def _ask(self, request: Request, email: str) -> Response:
        """The same answer and the same work whether somebody has this address or nobody; the mail follows by itself."""
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
                await trace(tx, "identity:person:reset_asked", person, request)
        return json_response(Ok("verify_your_email"))

    async def _confirm(self, request: Request, token: str, password: str) -> Response:
        """A new password for the token of a mail; it ends every session, and signs nobody in."""
        await self.humans.check(request, "confirm")
        limits = link_limits(self.limits, request.ip)
        async with self.database.transaction(SYSTEM) as tx:
            begun = await begin_try(tx, limits)
            person = await read_token(tx, token, "reset", "invite")
            if person is not None:
                await take_back(tx, limits, begun)
        # After the commit: a dead link stays counted.
        if person is None:
            raise _dead()
        hashed = await self.passwords.hashed(password, person)
        async with self.database.transaction(SYSTEM) as tx:
            person = await use_token(tx, token, "reset", "invite")
            if person is None:
                raise _dead()
            await set_password(tx, person["id"], hashed, keep=None)
            await forget_refused(tx, person["email"], codes=False)
            await trace(tx, f"identity:person:{_DONE[person['action']]}", person, request)
        return json_response(Ok("password_success"))


#: What the new password means, by where its link came from.
_DONE = {"reset": "password_reset", "invite": "joined"}


def _dead() -> ApiError:
    return ApiError(400, "new_password_fail", "this link was used, is too old, or never was one; ask for another")
