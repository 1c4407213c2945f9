"""Was this password in a breach? Asks a service that speaks the range protocol of Have I Been Pwned (k-anonymity).

Only the first five digits of the password's SHA-1 leave the house. Off unless an address is set.
"""

import hashlib
import logging
from typing import Protocol

import httpx

log = logging.getLogger("retaguarda.breaches")

TIMEOUT_SECONDS = 1.0


class Breaches(Protocol):
    async def holds(self, password: str) -> bool: ...


class NoBreaches:
    async def holds(self, password: str) -> bool:
        return False


class PwnedRange:
    """
    Args:
        url: address of the range, such as https://api.pwnedpasswords.com/range.
    """

    def __init__(self, url: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._url = url.rstrip("/")
        self._transport = transport

    async def holds(self, password: str) -> bool:
        """False also when the service does not answer: nobody is kept from a new password by a stranger's outage."""
        digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
        try:
            async with httpx.AsyncClient(transport=self._transport, timeout=TIMEOUT_SECONDS) as client:
                # Padding hides from the line how many suffixes there are; padded ones have the count 0.
                said = await client.get(f"{self._url}/{digest[:5]}", headers={"Add-Padding": "true"})
                said.raise_for_status()
        except httpx.HTTPError as error:
            log.warning("the service of breached passwords does not answer: %s", type(error).__name__)
            return False
        lines = (line.strip().partition(":") for line in said.text.splitlines())
        return any(suffix == digest[5:] and count != "0" for suffix, _, count in lines)
