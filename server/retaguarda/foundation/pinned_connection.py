"""The one way to an address that people wrote down: it is looked at, and then it is called, and no other."""

from collections.abc import Callable

import httpx

from retaguarda.foundation.public_addresses import AddressRefused, Resolve, address_of, resolve, target_of


class NotCalled(httpx.ConnectError):
    """``str()`` is the key of ``addresses.Refused``: url_invalid, url_not_https, address_refused, name_unknown."""


class Pinned(httpx.AsyncBaseTransport):
    """Between looking and calling nothing is resolved again; the certificate has to be of the name that was written down.

    Args:
        inner: what connects. It finds an address as the host and the name as ``sni_hostname``.
        private: addresses of this machine and its network, and plain http, may be called: development.
        own: whether an address is of our own settings, which may lead anywhere.
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
        self._own = own
        self._lookup = lookup

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = str(request.url)
        if self._own(url):
            return await self._inner.handle_async_request(request)
        try:
            target = target_of(url, private=self._private)
            address = await address_of(target, private=self._private, lookup=self._lookup)
        except AddressRefused as refused:
            raise NotCalled(str(refused), request=request) from None
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


class ByName(httpx.AsyncBaseTransport):
    """Keeps connections open, those of each name apart: the address of one may be another's too, and a connection was
    opened with the certificate of one.

    Args:
        make: the transport of one name.
    """

    def __init__(self, make: Callable[[], httpx.AsyncBaseTransport]) -> None:
        self._make = make
        self._made = dict[str, httpx.AsyncBaseTransport]()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        name = request.extensions.get("sni_hostname", request.url.host)
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = self._make()
        return await made.handle_async_request(request)

    async def aclose(self) -> None:
        for made in self._made.values():
            await made.aclose()
