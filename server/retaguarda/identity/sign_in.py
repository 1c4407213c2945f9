"""Signs in: first the password, then the second factor of people who have one."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Request, Response, json_response
from retaguarda.identity.bot_check import BotCheckGuard
from retaguarda.identity.credentials import CredentialCheck, wrong_password
from retaguarda.identity.email_addresses import checked_address
from retaguarda.identity.limits import reset_person_tries
from retaguarda.identity.passwords import is_outdated, new_hash
from retaguarda.identity.responses import Tokens
from retaguarda.identity.second_step import SecondStep
from retaguarda.identity.sessions import is_new_device, open_session, record_security_event, xsrf_cookie, xsrf_token
from retaguarda.identity.tokens import AccessTokens
from retaguarda.settings import Settings


class LoginInput(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str
    digits: str | None = None
    assertion: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET

    @property
    def second(self) -> str | dict[str, Any] | None:
        """The proof of the second factor."""
        return self.digits if self.assertion is msgspec.UNSET else self.assertion


@dataclass(frozen=True, slots=True)
class SignIn:
    database: Database
    settings: Settings
    keys: Keys
    tokens: AccessTokens
    humans: BotCheckGuard
    credentials: CredentialCheck
    second_step: SecondStep

    async def login(self, request: Request) -> Response:
        """Checks the password, then the second factor; an unknown e-mail takes as long and gives the same response as a wrong
        password."""
        body = request.read(LoginInput)
        _check_lengths(body)
        await self.humans.check(request, "login" if body.second is None else "login-2fa")
        person = await self.credentials.person(body.email, body.password, request)
        if person is None:
            raise wrong_password(401)
        methods = self.second_step.methods(person)
        if methods and body.second is None:
            challenge = await self.second_step.challenge(person)
            return json_response(Tokens(twoFactorRequired=True, methods=methods, challenge=challenge))
        if body.second is not None:
            await self.second_step.check(person, body.second, request)
        return await self._open(person, body.password, request, two_factor=bool(methods))

    async def _open(self, person: Row, password: str, request: Request, *, two_factor: bool) -> Response:
        outdated = is_outdated(person["password_hash"])
        new_password_hash = await new_hash(password) if outdated else person["password_hash"]
        async with self.database.transaction(SYSTEM) as tx:
            await reset_person_tries(tx, person["email"], codes=two_factor)
            # The password was checked outside this transaction; it may have changed since, or the person may be suspended.
            if not await tx.execute(
                "update person set last_sign_in_at = now(), password_hash = %(better)s"
                " where id = %(id)s and password_changed_at = %(password_changed_at)s and disabled_at is null",
                person | {"better": new_password_hash},
            ):
                raise wrong_password(401)
            new_device = await is_new_device(tx, person["id"], request.user_agent)
            session, refresh = await open_session(tx, person, request, self.settings, two_factor=two_factor)
            await record_security_event(tx, "identity:session:opened", person, request, two_factor=two_factor)
            if new_device:
                await record_security_event(tx, "identity:session:new_device", person, request)
        token = await self.tokens.issue(session, person["id"], person["email"])
        cookie = xsrf_cookie(xsrf_token(self.keys, session), self.settings.session_absolute_seconds)
        return json_response(Tokens(token, refresh), headers=cookie)


def _check_lengths(body: LoginInput) -> None:
    checked_address(body.email)
    if not body.password or len(body.password) > 1_000:
        raise ApiError(
            400,
            {"password": ["field_required" if not body.password else "too_long"]},
            "password has 1 to 1000 characters",
        )
    if body.digits is not None and len(body.digits) > 64:
        raise ApiError(400, {"digits": ["too_long"]}, "digits has at most 64 characters")
