"""Sign-in: a password first, and then the second factor of those who have one."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.call import Answer, Call, answer
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.identity.addresses import checked_address
from retaguarda.identity.humans import Humans
from retaguarda.identity.knowing import Knowing, wrong_password
from retaguarda.identity.limits import begin_try, code_limits, count, forget_refused, take_back
from retaguarda.identity.passwords import is_outdated, new_hash
from retaguarda.identity.replies import Tokens
from retaguarda.identity.sessions import open_session, trace, xsrf_cookie, xsrf_token
from retaguarda.identity.tokens import AccessTokens
from retaguarda.identity.totp import accepted_step
from retaguarda.settings import Settings


class LoginInput(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str
    digits: str | None = None


@dataclass(frozen=True, slots=True)
class SignIn:
    database: Database
    settings: Settings
    keys: Keys
    tokens: AccessTokens
    humans: Humans
    knowing: Knowing

    async def login(self, call: Call) -> Answer:
        """Password first, then the second factor; an unknown e-mail costs and answers the same as a wrong password."""
        given = call.read(LoginInput)
        _check_lengths(given)
        await self.humans.check(call, "login" if given.digits is None else "login-2fa")
        person = await self.knowing.person(given.email, given.password, call)
        if person is None:
            raise wrong_password(401)
        if person["totp_secret"] is not None and given.digits is None:
            return answer(Tokens(twoFactorRequired=True, methods=["totp"]))
        if given.digits is not None:
            await self._check_digits(person, given.digits, call)
        return await self._open(person, given.password, call, two_factor=person["totp_secret"] is not None)

    async def _check_digits(self, person: Row, digits: str, call: Call) -> None:
        limits = code_limits(self.settings.limits, call.ip, person["email"])
        async with self.database.transaction(SYSTEM) as tx:
            # One try of a person at a time: the code is taken or counted before the next one is looked at.
            at = await begin_try(tx, limits)
            accepted = await self._take_code(tx, person, digits)
            if accepted:
                await take_back(tx, limits, at)
            else:
                await count(tx, limits[1:])
                await trace(tx, "identity:person:sign_in_refused", person, call, reason="2fa_code_invalid")
        if not accepted:
            raise ApiError(401, "2fa_code_invalid", "the code is wrong or was used")

    async def _take_code(self, tx: Tx, person: Row, digits: str) -> bool:
        if person["totp_secret"] is None:
            return False
        secret = self.keys.unseal("totp", bytes(person["totp_secret"])).decode()
        step = accepted_step(secret, digits, person["totp_last_step"])
        return step is not None and bool(
            await tx.execute(
                "update person set totp_last_step = %(step)s where id = %(id)s and totp_last_step < %(step)s",
                {"id": person["id"], "step": step},
            )
        )

    async def _open(self, person: Row, password: str, call: Call, *, two_factor: bool) -> Answer:
        outdated = is_outdated(person["password_hash"])
        better = await new_hash(password) if outdated else person["password_hash"]
        async with self.database.transaction(SYSTEM) as tx:
            await forget_refused(tx, person["email"], codes=two_factor)
            # The password was looked at before; since then it may have been changed, or the person disabled.
            if not await tx.execute(
                "update person set last_sign_in_at = now(), password_hash = %(better)s"
                " where id = %(id)s and password_changed_at = %(password_changed_at)s and disabled_at is null",
                person | {"better": better},
            ):
                raise wrong_password(401)
            session, refresh = await open_session(tx, person, call, self.settings, two_factor=two_factor)
            await trace(tx, "identity:session:opened", person, call, two_factor=two_factor)
        token = await self.tokens.issue(session, person["id"], person["email"])
        cookie = xsrf_cookie(xsrf_token(self.keys, session), self.settings.session_absolute_seconds)
        return answer(Tokens(token, refresh), headers=cookie)


def _check_lengths(given: LoginInput) -> None:
    checked_address(given.email)
    if not given.password or len(given.password) > 1_000:
        raise ApiError(
            400,
            {"password": ["field_required" if not given.password else "too_long"]},
            "password has 1 to 1000 characters",
        )
    if given.digits is not None and len(given.digits) > 64:
        raise ApiError(400, {"digits": ["too_long"]}, "digits has at most 64 characters")
