"""Checks the second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Request
from retaguarda.identity.limits import begin_try, cancel_try, code_limits
from retaguarda.identity.passkey_store import credential_of, new_challenge, passkeys_of, take_challenge
from retaguarda.identity.recovery import use_code
from retaguarda.identity.sessions import record_security_event
from retaguarda.identity.totp import accepted_step, clock_is_off
from retaguarda.identity.webauthn import (
    PasskeyRefused,
    RelyingParty,
    challenge_in,
    credential_id_in,
    request_options,
    verify_assertion,
)
from retaguarda.settings import Limits

ERROR_TEXTS = {
    "2fa_code_invalid": "the code is wrong or was used",
    "2fa_clock_off": "the code belongs to another time: set the clock of the device by the network, and try again",
    "2fa_setup_invalid": "this setup is not the one the server began, or is too old; begin again",
    "passkey_invalid": "this is no answer of a passkey of yours to the challenge of this sign-in",
}


def verify_totp(secret: str, digits: str, last_step: int) -> int | str:
    """Returns the time step of a valid code, or the key of the error."""
    step = accepted_step(secret, digits, last_step)
    if step is not None:
        return step
    return "2fa_clock_off" if clock_is_off(secret, digits) else "2fa_code_invalid"


@dataclass(frozen=True, slots=True)
class FactorHooks:
    """Callbacks in the transaction of the check, which the person's other checks wait for.

    Args:
        before: returns True when the factor was accepted already; then it is not checked again.
        after: runs once the factor is accepted.
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
        """Lists how this person can prove who they are; empty without a second factor."""
        available = (("totp", person["totp_secret"] is not None), ("passkey", person["has_passkey"]))
        factors = [name for name, present in available if present]
        return [*factors, *(["recovery"] if factors and person["has_recovery"] else [])]

    async def challenge(self, person: Row) -> dict[str, Any] | None:
        """Returns options for navigator.credentials.get(); None without a passkey."""
        if not person["has_passkey"]:
            return None
        async with self.database.transaction(SYSTEM) as tx:
            passkeys = [credential_of(row) for row in await passkeys_of(tx, person["id"])]
            challenge = await new_challenge(tx, person["id"], person["company_id"], "sign_in")
        return await asyncio.to_thread(request_options, self.party, challenge, passkeys)

    async def check(
        self,
        person: Row,
        proof: str | dict[str, Any],
        request: Request,
        *,
        status: int = 401,
        event: str = "identity:person:sign_in_refused",
        hooks: FactorHooks | None = None,
    ) -> None:
        """Checks ``proof``: a code, or the response of a passkey. ``status`` and ``event`` are those of a refusal.

        Raises:
            ApiError: ``status``, and counted; 429.
        """
        limits = code_limits(self.limits, request.ip, person["email"])
        async with self.database.transaction(SYSTEM) as tx:
            # One try of a person at a time: a code is used up or counted before the next one is checked.
            attempt = await begin_try(tx, limits)
            if hooks is not None and await hooks.before(tx):
                refusal = None
            elif isinstance(proof, str):
                refusal = await self._take_code(tx, person, re.sub(r"\s", "", proof), request)
            else:
                refusal = await self._take_assertion(tx, person, proof)
            if refusal is None:
                await cancel_try(tx, limits, attempt)
                if hooks is not None:
                    await hooks.after(tx)
            else:
                await record_security_event(tx, event, person, request, reason=refusal)
        # After the commit: the refusal stays counted and its challenge used up.
        if refusal is not None:
            raise ApiError(status, refusal, ERROR_TEXTS[refusal])

    async def _take_assertion(self, tx: Tx, person: Row, proof: dict[str, Any]) -> str | None:
        """Returns the key of the error; None once the passkey answered the challenge."""
        try:
            challenge, credential_id = challenge_in(proof), credential_id_in(proof)
            if not await take_challenge(tx, challenge, person["id"], "sign_in"):
                return "passkey_invalid"
            rows = [r for r in await passkeys_of(tx, person["id"]) if bytes(r["credential_id"]) == credential_id]
            if not rows:
                return "passkey_invalid"
            sign_count = await asyncio.to_thread(verify_assertion, self.party, challenge, proof, credential_of(rows[0]))
        except PasskeyRefused:
            return "passkey_invalid"
        await tx.execute(
            "update passkey set sign_count = %(count)s, last_used_at = now() where id = %(id)s",
            {"count": sign_count, "id": rows[0]["id"]},
        )
        return None

    async def _take_code(self, tx: Tx, person: Row, proof: str, request: Request) -> str | None:
        """Returns the key of the error; None once the code is used up."""
        if not re.fullmatch(r"\d{6}", proof, re.ASCII):
            if not self.methods(person) or not await use_code(tx, self.keys, person["id"], proof):
                return "2fa_code_invalid"
            await record_security_event(tx, "identity:recovery_code:used", person, request)
            return None
        if person["totp_secret"] is None:
            return "2fa_code_invalid"
        verdict = verify_totp(
            self.keys.unseal("totp", bytes(person["totp_secret"])).decode(), proof, person["totp_last_step"]
        )
        if isinstance(verdict, str):
            return verdict
        # A concurrent request may have used the same code first.
        updated = await tx.execute(
            "update person set totp_last_step = %(step)s where id = %(id)s and totp_last_step < %(step)s",
            {"id": person["id"], "step": verdict},
        )
        return None if updated else "2fa_code_invalid"
