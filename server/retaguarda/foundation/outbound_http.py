"""Sends one request to an address that a person configured: ten seconds, no redirects, and keeps only how the response
begins.
"""

import asyncio
import functools
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from retaguarda.foundation.metrics import OUTGOING, outcome_of
from retaguarda.foundation.pinned_connection import PinnedTransport, RequestBlocked
from retaguarda.foundation.public_addresses import Resolve, resolve

SECONDS = 10.0
#: Bytes of the response that we read, and characters that we keep.
LARGEST_RESPONSE = 1_024


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """``error`` is a stable key when no response came: timeout, name_unknown, address_refused, url_invalid, url_not_https,
    certificate, connection."""

    status: int | None
    error: str | None
    body: str
    duration_ms: int

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class OutboundClient:
    """Posts to configured addresses.

    Args:
        whose: addresses these are, for the metrics.
        private: allow private addresses and plain http, for development.
        transport: replaces the network in tests.
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
        # No keep-alive: a connection was opened for one name, and another name may resolve to the same address.
        once = httpx.Limits(max_keepalive_connections=0)
        inner = transport or httpx.AsyncHTTPTransport(verify=_tls_context(), trust_env=False, limits=once)
        self._http = httpx.AsyncClient(
            transport=PinnedTransport(inner, private=private, lookup=lookup),
            timeout=SECONDS,
            trust_env=False,
            follow_redirects=False,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> OutboundResponse:
        """Posts the body. It never raises for what the other side does."""
        started = time.monotonic()
        status: int | None = None
        error, response_body = None, ""
        try:
            async with asyncio.timeout(SECONDS):
                status, response_body = await self._post(url, body, headers)
        except (TimeoutError, httpx.TimeoutException):
            error = "timeout"
        except RequestBlocked as refused:
            error = str(refused)
        except httpx.InvalidURL:
            error = "url_invalid"
        except httpx.HTTPError as failure:
            error = "certificate" if _is_certificate_error(failure) else "connection"
        elapsed = time.monotonic() - started
        OUTGOING.labels(self._whose, outcome_of(status if error is None else None)).observe(elapsed)
        return OutboundResponse(status, error, response_body, int(elapsed * 1_000))

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        request = self._http.build_request("POST", url, content=body, headers=headers)
        response = await self._http.send(request, stream=True)
        try:
            return response.status_code, await _read_beginning(response)
        finally:
            await response.aclose()


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """The trusted certificates. Read once: it takes tens of milliseconds."""
    return httpx.create_ssl_context(trust_env=False)


async def _read_beginning(response: httpx.Response) -> str:
    """Returns the raw beginning: a small compressed response may unpack to a huge one."""
    body = b""
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) >= LARGEST_RESPONSE:
            break
    # Postgres text cannot hold a zero character.
    return body[:LARGEST_RESPONSE].decode("utf-8", "replace").replace("\x00", "\ufffd")


def _is_certificate_error(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, ssl.SSLError):
            return True
        failure = failure.__cause__ or failure.__context__
    return False
