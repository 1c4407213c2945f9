"""The only way to an address that people configured: resolve it, check it, and connect to exactly that address."""

from collections.abc import Callable

import httpx

from retaguarda.foundation.public_addresses import AddressRefused, Resolve, address_of, resolve, target_of


class RequestBlocked(httpx.ConnectError):
    """The request was not sent. ``str()`` is the key of AddressRefused: url_invalid, url_not_https, address_refused,
    name_unknown.
    """


class PinnedTransport(httpx.AsyncBaseTransport):
    """Connects to the address it checked, without resolving again; the certificate must match the configured name.

    Args:
        inner: the transport that connects. It gets an address as the host and the name as ``sni_hostname``.
        private: allow private addresses and plain http, for development.
        own: tells whether a URL comes from our own settings; those may lead anywhere.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        *,
        private: bool,
        own: Callable[[str], bool] = lambda _: False,
        lookup: Resolve = resolve,
    ) -> None:
        self._inner = inner
        self._private = private
        self._is_own = own
        self._lookup = lookup

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = str(request.url)
        if self._is_own(url):
            return await self._inner.handle_async_request(request)
        try:
            target = target_of(url, private=self._private)
            address = await address_of(target, private=self._private, lookup=self._lookup)
        except AddressRefused as refused:
            raise RequestBlocked(str(refused), request=request) from None
        return await self._inner.handle_async_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": target.host},
            )
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class TransportPerName(httpx.AsyncBaseTransport):
    """Keeps connections alive, separately for each name: two names may share an address, and a connection was opened with the
    certificate of one.

    Args:
        make: creates the transport of one name.
    """

    def __init__(self, make: Callable[[], httpx.AsyncBaseTransport]) -> None:
        self._make = make
        self._transports = dict[str, httpx.AsyncBaseTransport]()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        name = request.extensions.get("sni_hostname", request.url.host)
        transport = self._transports.get(name)
        if transport is None:
            transport = self._transports[name] = self._make()
        return await transport.handle_async_request(request)

    async def aclose(self) -> None:
        for transport in self._transports.values():
            await transport.aclose()
