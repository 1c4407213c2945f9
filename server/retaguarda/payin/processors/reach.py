"""Where a processor may be: staff write addresses down, and none of them may lead into our own network."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from retaguarda.foundation.addresses import Refused, Resolve, address_of, given_url, resolve, target_of


@dataclass(frozen=True, slots=True)
class Reach:
    """
    Args:
        private: this machine and plain http are allowed, for development.
        own: origins that are allowed in any case: the bundled provider's.
    """

    private: bool = False
    own: frozenset[str] = frozenset()

    def check(self, field: str, url: str) -> None:
        """
        Raises:
            ApiError: 400, this field.
        """
        if not url.isprintable() or not self.is_own(url):
            given_url(url, private=self.private, field=field)

    def is_own(self, url: str) -> bool:
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return f"{parts.scheme}://{parts.netloc}" in self.own


class Guarded(httpx.AsyncBaseTransport):
    """Calls the address that was looked at, and no other: between looking and calling nothing is resolved again."""

    def __init__(self, reach: Reach, context: Callable[[], ssl.SSLContext], lookup: Resolve = resolve) -> None:
        self._reach = reach
        self._context = context
        self._lookup = lookup
        # One for each name: a connection that was opened for one may lead to the same machine as another's.
        self._inner = dict[str, httpx.AsyncHTTPTransport]()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        inner = self._inner.get(request.url.host)
        if inner is None:
            inner = self._inner[request.url.host] = httpx.AsyncHTTPTransport(verify=self._context())
        url = str(request.url)
        if self._reach.is_own(url):
            return await inner.handle_async_request(request)
        try:
            target = target_of(url, private=self._reach.private)
            address = await address_of(target, private=self._reach.private, lookup=self._lookup)
        except Refused as refused:
            raise httpx.ConnectError(str(refused), request=request) from None
        return await inner.handle_async_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": target.host},
            )
        )

    async def aclose(self) -> None:
        for inner in self._inner.values():
            await inner.aclose()
