"""The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Request
from retaguarda.identity.limits import begin_try, code_limits, take_back
from retaguarda.identity.passkey_store import credential_of, new_challenge, passkeys_of, take_challenge
from retaguarda.identity.recovery import use_code
from retaguarda.identity.sessions import trace
from retaguarda.identity.totp import accepted_step, clock_is_off
from retaguarda.identity.webauthn import (
    Refused,
    RelyingParty,
    asserted,
    challenge_in,
    credential_id_in,
    request_options,
)
from retaguarda.settings import Limits

WHY = {
    "2fa_code_invalid": "the code is wrong or was used",
    "2fa_clock_off": "the code belongs to another time: set the clock of the device by the network, and try again",
    "2fa_setup_invalid": "this setup is not the one the server began, or is too old; begin again",
    "passkey_invalid": "this is no answer of a passkey of yours to the challenge of this sign-in",
}


def judge(secret: str, digits: str, last_step: int) -> int | str:
    """The time step of a good code, or the key of what is wrong with it."""
    step = accepted_step(secret, digits, last_step)
    if step is not None:
        return step
    return "2fa_clock_off" if clock_is_off(secret, digits) else "2fa_code_invalid"


@dataclass(frozen=True, slots=True)
class Around:
    """What is asked before a factor is judged, in the same transaction and alone with this person, and what follows its
    acceptance.

    Args:
        before: it was accepted already; then it is not judged again.
    """

    before: Callable[[Tx], Awaitable[bool]]
    after: Callable[[Tx], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SecondStep:
    database: Database
    keys: Keys
    limits: Limits
    party: RelyingParty

    def methods(self, person: Row) -> list[str]:
        """How this person may show who they are; empty for those without a second factor."""
        held = (("totp", person["totp_secret"] is not None), ("passkey", person["has_passkey"]))
        factors = [name for name, has in held if has]
        return [*factors, *(["recovery"] if factors and person["has_recovery"] else [])]

    async def challenge(self, person: Row) -> dict[str, Any] | None:
        """For navigator.credentials.get(); None for those without a passkey."""
        if not person["has_passkey"]:
            return None
        async with self.database.transaction(SYSTEM) as tx:
            known = [credential_of(row) for row in await passkeys_of(tx, person["id"])]
            challenge = await new_challenge(tx, person["id"], person["company_id"], "sign_in")
        return await asyncio.to_thread(request_options, self.party, challenge, known)

    async def check(
        self,
        person: Row,
        given: str | dict[str, Any],
        request: Request,
        *,
        status: int = 401,
        event: str = "identity:person:sign_in_refused",
        around: Around | None = None,
    ) -> None:
        """``given``: a code, or the answer of a passkey; ``status`` and ``event`` of a refusal.

        Raises:
            ApiError: ``status``, and counted; 429.
        """
        limits = code_limits(self.limits, request.ip, person["email"])
        async with self.database.transaction(SYSTEM) as tx:
            # One try of a person at a time: the code is taken or counted before the next one is looked at.
            at = await begin_try(tx, limits)
            if around is not None and await around.before(tx):
                refused = None
            elif isinstance(given, str):
                refused = await self._take_code(tx, person, re.sub(r"\s", "", given), request)
            else:
                refused = await self._take_assertion(tx, person, given)
            if refused is None:
                await take_back(tx, limits, at)
                if around is not None:
                    await around.after(tx)
            else:
                await trace(tx, event, person, request, reason=refused)
        # After the commit: what was refused stays counted, and its challenge taken.
        if refused is not None:
            raise ApiError(status, refused, WHY[refused])

    async def _take_assertion(self, tx: Tx, person: Row, given: dict[str, Any]) -> str | None:
        """The key of what is wrong; None once the challenge is answered."""
        try:
            challenge, credential_id = challenge_in(given), credential_id_in(given)
            if not await take_challenge(tx, challenge, person["id"], "sign_in"):
                return "passkey_invalid"
            rows = [r for r in await passkeys_of(tx, person["id"]) if bytes(r["credential_id"]) == credential_id]
            if not rows:
                return "passkey_invalid"
            counted = await asyncio.to_thread(asserted, self.party, challenge, given, credential_of(rows[0]))
        except Refused:
            return "passkey_invalid"
        await tx.execute(
            "update passkey set sign_count = %(count)s, last_used_at = now() where id = %(id)s",
            {"count": counted, "id": rows[0]["id"]},
        )
        return None

    async def _take_code(self, tx: Tx, person: Row, given: str, request: Request) -> str | None:
        """The key of what is wrong; None once the code is used up."""
        if not re.fullmatch(r"\d{6}", given, re.ASCII):
            if not self.methods(person) or not await use_code(tx, self.keys, person["id"], given):
                return "2fa_code_invalid"
            await trace(tx, "identity:recovery_code:used", person, request)
            return None
        if person["totp_secret"] is None:
            return "2fa_code_invalid"
        verdict = judge(
            self.keys.unseal("totp", bytes(person["totp_secret"])).decode(), given, person["totp_last_step"]
        )
        if isinstance(verdict, str):
            return verdict
        # Whoever was quicker with the same code has used it.
        taken = await tx.execute(
            "update person set totp_last_step = %(step)s where id = %(id)s and totp_last_step < %(step)s",
            {"id": person["id"], "step": verdict},
        )
        return None if taken else "2fa_code_invalid"
