"""Checks the bot check of a form before anything else of the request."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Request, Response, json_response
from retaguarda.identity.limits import begin_slow_try, bot_check_limits, cancel_try, confirm_refusal
from retaguarda.providers.botcheck import LIFETIME_SECONDS, BotCheck
from retaguarda.settings import Limits

ACTIONS = ("login", "login-2fa", "forgot", "confirm")


@dataclass(frozen=True, slots=True)
class BotCheckGuard:
    database: Database
    bot_check: BotCheck
    limits: Limits

    async def challenge(self, request: Request) -> Response:
        action = dict(request.query).get("action", "")
        if action not in ACTIONS:
            raise ApiError(400, {"action": ["not_allowed"]}, f"action must be one of {', '.join(ACTIONS)}")
        return json_response(self.bot_check.challenge(action))

    async def check(self, request: Request, action: str) -> None:
        """Checks X-Bot-Check: right, for this action, fresh, and never used.

        Raises:
            ApiError: 400 ``ishuman_failed``; 429 after too many failures from one address.
        """
        if self.bot_check.kind == "none":
            return
        limits = bot_check_limits(self.limits, request.ip)
        attempt = await begin_slow_try(self.database, limits)
        verdict = await self.bot_check.verify(request.headers.get("x-bot-check", ""), action)
        async with self.database.transaction(SYSTEM) as tx:
            passed = verdict.passed and await _is_first_use(tx, verdict.fingerprint)
            await (cancel_try if passed else confirm_refusal)(tx, limits, attempt)
        if not passed:
            raise ApiError(
                400, "ishuman_failed", "the bot check of this form is missing, wrong, too old or was used before"
            )


async def _is_first_use(tx: Tx, fingerprint: bytes) -> bool:
    if not fingerprint:
        return True
    return bool(
        await tx.execute(
            "insert into bot_check_used (hash, expires_at) values (%(hash)s, now() + %(life)s * interval '1 second')"
            " on conflict do nothing",
            {"hash": fingerprint, "life": LIFETIME_SECONDS},
        )
    )
