"""Bot checks of others: reCAPTCHA v3 and Turnstile. Both are asked, server to server, what an answer is worth.

Off by default: they tell a third party who signs in. The client's address is not sent along.
"""

import hashlib
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec

from retaguarda.providers.botcheck import LONGEST_ANSWER, Verdict

log = logging.getLogger("retaguarda.botcheck")

TIMEOUT_SECONDS = 5.0
#: Both services forget an answer after five minutes at most.
OLDEST = timedelta(minutes=5)
#: reCAPTCHA v3 gives 1.0 to a person and 0.0 to a robot; Google advises the middle.
LEAST_SCORE = 0.5


@dataclass(frozen=True, slots=True)
class Service:
    kind: str
    url: str
    scored: bool
    #: reCAPTCHA allows letters and underscores only in the name of an action.
    dashes: bool

    def action(self, ours: str) -> str:
        return ours if self.dashes else ours.replace("-", "_")


RECAPTCHA = Service("recaptcha", "https://www.google.com/recaptcha/api/siteverify", scored=True, dashes=False)
TURNSTILE = Service("turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify", scored=False, dashes=True)


class _Said(msgspec.Struct):
    success: bool = False
    hostname: str = ""
    action: str = ""
    challenge_ts: str = ""
    score: float = 0.0


class RemoteBotCheck:
    """
    Args:
        secret: the server's key at the service.
        hostname: of this installation; an answer given on another site is no answer.
    """

    def __init__(
        self, service: Service, secret: str, hostname: str, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.kind = service.kind
        self._service = service
        self._secret = secret
        self._hostname = hostname
        self._transport = transport

    def challenge(self, action: str) -> dict[str, Any]:
        """Nothing: the page gets its answer from the service, with the site key of /config.json."""
        return {}

    async def verify(self, answer: str, action: str) -> Verdict:
        if not answer or len(answer) > LONGEST_ANSWER:
            return Verdict(False)
        said = await self._ask(answer)
        good = (
            said.success
            and said.action == self._service.action(action)
            and said.hostname == self._hostname
            and _is_fresh(said.challenge_ts)
            and (not self._service.scored or said.score >= LEAST_SCORE)
        )
        return Verdict(good, hashlib.sha256(answer.encode()).digest())

    async def _ask(self, answer: str) -> _Said:
        """A service that does not answer lets nobody in: whoever can stop it would get past it."""
        try:
            async with httpx.AsyncClient(transport=self._transport, timeout=TIMEOUT_SECONDS) as client:
                told = await client.post(self._service.url, data={"secret": self._secret, "response": answer})
                told.raise_for_status()
                return msgspec.json.decode(told.content, type=_Said)
        except (httpx.HTTPError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("the bot check %s does not answer: %s", self.kind, type(error).__name__)
            return _Said()


def _is_fresh(moment: str) -> bool:
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return False
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return abs(datetime.now(UTC) - at) <= OLDEST
