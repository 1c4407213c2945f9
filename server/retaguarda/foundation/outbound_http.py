"""One call to an address that people wrote down: ten seconds, no redirects, nothing kept of the answer but its beginning."""

import asyncio
import functools
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from retaguarda.foundation.metrics import OUTSIDE, outcome_of
from retaguarda.foundation.pinned_connection import NotCalled, Pinned
from retaguarda.foundation.public_addresses import Resolve, resolve

SECONDS = 10.0
#: Bytes of the answer that are read, and characters that are kept.
MOST = 1_024


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """``error`` (a stable key) where there was no answer: timeout, name_unknown, address_refused, url_invalid, url_not_https,
    certificate, connection."""

    status: int | None
    error: str | None
    answer: str
    duration_ms: int

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class OutboundClient:
    """
    Args:
        whose: addresses these are, for the metrics.
        private: addresses of this machine and its network, and plain http, may be called: development.
        transport: instead of the network, for tests.
    """

    def __init__(
        self,
        *,
        private: bool,
        whose: str = "merchants",
        transport: httpx.AsyncBaseTransport | None = None,
        lookup: Resolve = resolve,
    ) -> None:
        self.private = private
        self._whose = whose
        # No connection outlives its call: it was opened for one name, and another may lead to the same address.
        once = httpx.Limits(max_keepalive_connections=0)
        inner = transport or httpx.AsyncHTTPTransport(verify=_trusted(), trust_env=False, limits=once)
        self._http = httpx.AsyncClient(
            transport=Pinned(inner, private=private, lookup=lookup),
            timeout=SECONDS,
            trust_env=False,
            follow_redirects=False,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> OutboundResponse:
        """Never raises for what the other side does."""
        begun = time.monotonic()
        status: int | None = None
        error, answer = None, ""
        try:
            async with asyncio.timeout(SECONDS):
                status, answer = await self._post(url, body, headers)
        except (TimeoutError, httpx.TimeoutException):
            error = "timeout"
        except NotCalled as refused:
            error = str(refused)
        except httpx.InvalidURL:
            error = "url_invalid"
        except httpx.HTTPError as failure:
            error = "certificate" if _about_certificate(failure) else "connection"
        took = time.monotonic() - begun
        OUTSIDE.labels(self._whose, outcome_of(status if error is None else None)).observe(took)
        return OutboundResponse(status, error, answer, int(took * 1_000))

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        request = self._http.build_request("POST", url, content=body, headers=headers)
        response = await self._http.send(request, stream=True)
        try:
            return response.status_code, await _beginning(response)
        finally:
            await response.aclose()


@functools.cache
def _trusted() -> ssl.SSLContext:
    """Whose certificates are believed. Read once: it takes tens of milliseconds."""
    return httpx.create_ssl_context(trust_env=False)


async def _beginning(response: httpx.Response) -> str:
    """As it came, not unpacked: a small answer may unpack to a large one."""
    found = b""
    async for piece in response.aiter_raw():
        found += piece
        if len(found) >= MOST:
            break
    # Postgres keeps no zero character.
    return found[:MOST].decode("utf-8", "replace").replace("\x00", "\ufffd")


def _about_certificate(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, ssl.SSLError):
            return True
        failure = failure.__cause__ or failure.__context__
    return False
