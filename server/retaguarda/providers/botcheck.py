"""Is a person at the keyboard? One port; ALTCHA's proof of work needs no third party and is the default."""

import asyncio
import base64
import binascii
import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, Protocol

import altcha

#: Rounds of PBKDF2 per try and tries on average (one byte of prefix): about half a second on a slow phone.
COST = 2_000
LIFETIME_SECONDS = 20 * 60
LONGEST_ANSWER = 4_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """``fingerprint`` identifies the answer, so that the caller can refuse to take it twice until ``expires_at``."""

    passed: bool
    fingerprint: bytes = b""
    expires_at: int = 0


class BotCheck(Protocol):
    kind: str

    def challenge(self, action: str) -> dict[str, Any]: ...

    async def verify(self, answer: str, action: str) -> Verdict: ...


class Altcha:
    """The challenge is signed and names its action, so nothing is stored until it comes back solved."""

    kind = "altcha"

    def __init__(self, secret: bytes, *others: bytes) -> None:
        """``secret`` signs; a challenge that one of the ``others`` signed is taken too."""
        self._secret = secret
        self._secrets = (secret, *others)

    def challenge(self, action: str) -> dict[str, Any]:
        return altcha.create_challenge(
            "PBKDF2/SHA-256",
            COST,
            expires_at=int(time.time()) + LIFETIME_SECONDS,
            data={"action": action},
            hmac_secret=self._secret,
        ).to_dict()

    async def verify(self, answer: str, action: str) -> Verdict:
        payload = _decoded(answer)
        if payload is None:
            return Verdict(False)
        parameters = payload.challenge.parameters
        if not isinstance(parameters.data, dict) or parameters.data.get("action") != action:
            return Verdict(False)
        # The cost is in the signed part, but is read before the signature is: never work for a stranger's number.
        if parameters.cost != COST or parameters.algorithm != "PBKDF2/SHA-256" or parameters.key_length != 32:
            return Verdict(False)
        try:
            result = await asyncio.to_thread(self._solved, payload)
        except (ValueError, TypeError, KeyError, OverflowError):
            return Verdict(False)
        fingerprint = hashlib.sha256(f"{parameters.nonce}:{parameters.salt}".encode()).digest()
        return Verdict(result.verified, fingerprint, parameters.expires_at or 0)

    def _solved(self, payload: altcha.Payload) -> altcha.VerifySolutionResult:
        results = [altcha.verify_solution(payload, each) for each in self._secrets]
        return next((each for each in results if each.verified), results[0])


def _decoded(answer: str) -> altcha.Payload | None:
    if not answer or len(answer) > LONGEST_ANSWER:
        return None
    try:
        payload = altcha.Payload.from_dict(json.loads(base64.b64decode(answer, validate=True)))
        return payload if isinstance(payload.challenge.parameters.nonce, str) else None
    except (ValueError, TypeError, KeyError, AttributeError, binascii.Error, RecursionError):
        return None


class NoBotCheck:
    """For automated clients; settings refuse it in production."""

    kind = "none"

    def challenge(self, action: str) -> dict[str, Any]:
        return {}

    async def verify(self, answer: str, action: str) -> Verdict:
        return Verdict(True)
