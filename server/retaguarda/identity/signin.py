"""Sign-in, refresh and logout: the calls that happen before, between and after a session's other calls."""

from dataclasses import dataclass
from typing import NoReturn

import msgspec

from retaguarda.foundation.call import Answer, Call, answer
from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.identity.limits import (
    Limit,
    code_limits,
    count_refused,
    forget_refused,
    refuse_when_over,
    sign_in_limits,
)
from retaguarda.identity.passwords import verify_password
from retaguarda.identity.sessions import check_xsrf, end_session, open_session, rotate, trace, xsrf_token
from retaguarda.identity.tokens import AccessTokens, token_hash, unauthorized
from retaguarda.identity.totp import accepted_step
from retaguarda.providers.botcheck import LIFETIME_SECONDS, BotCheck
from retaguarda.settings import Settings

ACTIONS = ("login", "login-2fa", "forgot", "confirm")


class LoginInput(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str
    digits: str | None = None


class Tokens(msgspec.Struct):
    """Both tokens; or, when a second factor is asked for, neither, and how it may be given."""

    token: str | None = None
    refreshToken: str | None = None
    twoFactorRequired: bool = False
    methods: list[str] = []


class Said(msgspec.Struct):
    message: str
    statusCode: int = 200
    status: bool = True


@dataclass(frozen=True, slots=True)
class SignIn:
    database: Database
    settings: Settings
    keys: Keys
    tokens: AccessTokens
    bot_check: BotCheck

    async def challenge(self, call: Call) -> Answer:
        action = dict(call.query).get("action", "")
        if action not in ACTIONS:
            raise ApiError(400, {"action": ["not_allowed"]}, f"action must be one of {', '.join(ACTIONS)}")
        return answer(self.bot_check.challenge(action))

    async def login(self, call: Call) -> Answer:
        """Password first, then the second factor; an unknown e-mail costs and answers the same as a wrong password."""
        given = call.read(LoginInput)
        limits = sign_in_limits(call.ip, given.email)
        _check_lengths(given)
        await self._check_bot(call, "login" if given.digits is None else "login-2fa")
        await refuse_when_over(self.database, limits)
        person = await self._person(given.email)
        known = await verify_password(person["password_hash"] if person else None, given.password)
        if not known or person is None or person["disabled_at"] is not None:
            await self._refuse(limits, person, call, "password_incorrect")
        if person["totp_secret"] is not None and given.digits is None:
            return answer(Tokens(twoFactorRequired=True, methods=["totp"]))
        if given.digits is not None:
            await self._check_digits(person, given.digits, call)
        await forget_refused(self.database, given.email)
        return await self._open(person, call, two_factor=person["totp_secret"] is not None)

    async def refresh(self, call: Call) -> Answer:
        """Both tokens anew, for the refresh token in the bearer header."""
        async with self.database.transaction(SYSTEM) as tx:
            row, child = await rotate(tx, call.bearer, self.keys, self.settings.refresh_grace_seconds)
            check_xsrf(call, self.keys, row["session_id"])
            if child is None:
                await end_session(tx, row["session_id"], "reuse")
                await trace(tx, "identity:session:token_reused", row, call)
        # After the commit: the family must end although the call is refused.
        if child is None:
            raise unauthorized()
        token = await self.tokens.issue(row["session_id"], row["person_id"], row["email"])
        return answer(Tokens(token, child))

    async def logout(self, call: Call) -> Answer:
        """Ends the family of the refresh token; a token that is unknown or over is an end already."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select s.id, s.company_id, s.person_id, p.email from refresh_token t join session s on s.id = t.session_id"
                " join person p on p.id = s.person_id where t.hash = %(hash)s",
                {"hash": token_hash(call.bearer)},
            )
            if row is not None:
                check_xsrf(call, self.keys, row["id"])
                if await end_session(tx, row["id"], "logout"):
                    await trace(tx, "identity:session:ended", row, call, reason="logout")
        gone = answer(Said("logged_out"))
        return Answer(gone.body, headers=self._cookie("", max_age=0))

    async def _check_bot(self, call: Call, action: str) -> None:
        verdict = await self.bot_check.verify(call.headers.get("x-bot-check", ""), action)
        failed = ApiError(
            400, "ishuman_failed", "the bot check of this form is missing, wrong, too old or was used before"
        )
        if not verdict.passed:
            raise failed
        if not verdict.fingerprint:
            return
        async with self.database.transaction(SYSTEM) as tx:
            first = await tx.execute(
                "insert into bot_check_used (hash, expires_at) values (%(hash)s, now() + %(life)s * interval '1 second')"
                " on conflict do nothing",
                {"hash": verdict.fingerprint, "life": LIFETIME_SECONDS},
            )
        if not first:
            raise failed

    async def _person(self, email: str) -> Row | None:
        async with self.database.transaction(SYSTEM) as tx:
            return await tx.one(
                "select id, id as person_id, company_id, email, password_hash, internal, totp_secret, totp_last_step, disabled_at"
                " from person where lower(email) = lower(%(email)s)",
                {"email": email},
            )

    async def _refuse(self, limits: tuple[Limit, ...], person: Row | None, call: Call, key: str) -> NoReturn:
        await count_refused(self.database, limits)
        if person is not None:
            async with self.database.transaction(SYSTEM) as tx:
                await trace(tx, "identity:person:sign_in_refused", person, call, reason=key)
        raise ApiError(
            401, key, "Invalid e-mail or password" if key == "password_incorrect" else "the code is wrong or was used"
        )

    async def _check_digits(self, person: Row, digits: str, call: Call) -> None:
        limits = code_limits(call.ip, person["email"])
        await refuse_when_over(self.database, limits)
        step = None
        if person["totp_secret"] is not None:
            secret = self.keys.unseal("totp", bytes(person["totp_secret"])).decode()
            step = accepted_step(secret, digits, person["totp_last_step"])
        if step is None or not await self._take_step(person, step):
            await self._refuse(limits, person, call, "2fa_code_invalid")

    async def _take_step(self, person: Row, step: int) -> bool:
        async with self.database.transaction(SYSTEM) as tx:
            return bool(
                await tx.execute(
                    "update person set totp_last_step = %(step)s where id = %(id)s and totp_last_step < %(step)s",
                    {"id": person["id"], "step": step},
                )
            )

    async def _open(self, person: Row, call: Call, *, two_factor: bool) -> Answer:
        async with self.database.transaction(SYSTEM) as tx:
            session, refresh = await open_session(tx, person, call, self.settings, two_factor=two_factor)
            await trace(tx, "identity:session:opened", person, call, two_factor=two_factor)
        token = await self.tokens.issue(session, person["id"], person["email"])
        cookie = self._cookie(xsrf_token(self.keys, session), self.settings.session_absolute_seconds)
        return answer(Tokens(token, refresh), headers=cookie)

    def _cookie(self, value: str, max_age: int) -> dict[str, str]:
        # Browsers take a Secure cookie from http://localhost too.
        return {"Set-Cookie": f"XSRF-TOKEN={value}; Path=/; Max-Age={max_age}; SameSite=Lax; Secure"}


def _check_lengths(given: LoginInput) -> None:
    if not given.email or len(given.email) > 254:
        raise ApiError(
            400, {"email": ["field_required" if not given.email else "too_long"]}, "email has 1 to 254 characters"
        )
    if not given.password or len(given.password) > 1_000:
        raise ApiError(
            400,
            {"password": ["field_required" if not given.password else "too_long"]},
            "password has 1 to 1000 characters",
        )
    if given.digits is not None and len(given.digits) > 64:
        raise ApiError(400, {"digits": ["too_long"]}, "digits has at most 64 characters")
