"""Where a call to an address that people wrote down may go: into the public internet, whenever it is made.

A name may mean another machine tomorrow than today, so what counts is the address that is called, and it is called itself:
between looking and calling nothing is resolved again.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from retaguarda.foundation.errors import invalid_field

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: Host and port → the addresses that the name means now; OSError when it means none.
Resolve = Callable[[str, int], Awaitable[list[str]]]

#: NAT64: the last four bytes are an address of the old kind, and where that leads decides.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


#: Names that lead nowhere outside (RFC 6761, 6762, 9476).
_INSIDE = (".localhost", ".local", ".internal", ".home.arpa", ".alt")


class Refused(ValueError):
    """``str()`` is a stable key: url_invalid, url_not_https, address_refused, name_unknown."""


@dataclass(frozen=True, slots=True)
class Target:
    """``host`` in ASCII, as certificates carry it."""

    scheme: str
    host: str
    port: int
    #: Path and query.
    rest: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}[self.scheme]
        return host if self.port == usual else f"{host}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """
    Args:
        private: this machine and plain http are allowed, for development.

    Raises:
        Refused: url_invalid, url_not_https.
    """
    if not url.isprintable() or any(sign.isspace() or sign == "\\" for sign in url):
        raise Refused("url_invalid")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("url_invalid") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.fragment or "@" in parts.netloc:
        raise Refused("url_invalid")
    if parts.scheme == "http" and not private:
        raise Refused("url_not_https")
    if port == 0:
        raise Refused("url_invalid")
    query = f"?{parts.query}" if parts.query else ""
    rest = f"{parts.path or '/'}{query}"
    if not rest.isascii():
        raise Refused("url_invalid")
    return Target(parts.scheme, _ascii(parts.hostname), port or (443 if parts.scheme == "https" else 80), rest)


def _ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    try:
        return httpx.URL(f"https://{host}/").raw_host.decode()
    except httpx.InvalidURL:
        raise Refused("url_invalid") from None


def is_public(address: Address) -> bool:
    """Whether it is one of the internet at large, whichever way it is written."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def refuse_private(target: Target) -> None:
    """What can be said without asking anybody what a name means.

    Raises:
        Refused: address_refused.
    """
    try:
        public = is_public(ipaddress.ip_address(target.host))
    except ValueError:
        public = "." in target.host.strip(".") and not target.host.rstrip(".").endswith(_INSIDE)
    if not public:
        raise Refused("address_refused")


_SAYS = {
    "url_invalid": "is no address of the web: https, a host, no user, no fragment",
    "url_not_https": "must begin with https://",
    "address_refused": "leads to this machine or into a private network",
}


def given_url(url: str, *, private: bool, field: str = "url") -> str:
    """An address that a person writes down to be called, in the one way it is kept.

    Raises:
        ApiError: 400, the field.
    """
    try:
        target = target_of(url, private=private)
        if not private:
            refuse_private(target)
    except Refused as refused:
        raise invalid_field(field, str(refused), f"{field} {_SAYS[str(refused)]}") from None
    return f"{target.scheme}://{target.authority}{target.rest}"


async def resolve(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def address_of(target: Target, *, private: bool, lookup: Resolve = resolve) -> str:
    """The address to call. A name that means both a public and a private one is refused: it is made to deceive.

    Raises:
        Refused: name_unknown, address_refused.
    """
    try:
        found = [ipaddress.ip_address(each) for each in await lookup(target.host, target.port)]
    except (OSError, UnicodeError, ValueError):
        raise Refused("name_unknown") from None
    if not found:
        raise Refused("name_unknown")
    if not private and not all(is_public(each) for each in found):
        raise Refused("address_refused")
    # What everybody can reach comes first.
    return str(min(found, key=lambda each: each.version))
