"""Restricts requests to configured addresses to the public internet, at the moment they are made.

A name may resolve to another machine tomorrow, so we check the address that we then connect to, without resolving again.
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
#: Host and port → the addresses the name resolves to now; OSError when it does not resolve.
Resolve = Callable[[str, int], Awaitable[list[str]]]

#: Everything reserved for other than public hosts: IANA's special-purpose registries as of November 2026, and multicast. The
#: list is ours, because the standard library's changes with its version.
_SPECIAL_V4 = (
    "0.0.0.0/8",  # this network (RFC 791)
    "10.0.0.0/8",  # private (RFC 1918)
    "100.64.0.0/10",  # carriers' own (RFC 6598)
    "127.0.0.0/8",  # this machine (RFC 1122)
    "169.254.0.0/16",  # this link (RFC 3927); cloud metadata services
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocols (RFC 6890); one cloud serves metadata in it
    "192.0.2.0/24",  # documentation (RFC 5737)
    "192.31.196.0/24",  # AS112 (RFC 7535)
    "192.52.193.0/24",  # multicast tunnels (RFC 7450)
    "192.88.99.0/24",  # 6to4 relays, given up (RFC 7526)
    "192.168.0.0/16",  # private
    "192.175.48.0/24",  # AS112 (RFC 7534)
    "198.18.0.0/15",  # benchmarking (RFC 2544)
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast (RFC 5771)
    "240.0.0.0/4",  # reserved, and broadcast (RFC 1112, 919)
)
#: Public IPv6 hosts live within 2000::/3 (RFC 4291).
_UNICAST_V6 = "2000::/3"
_SPECIAL_V6 = (
    "2001::/23",  # protocols (RFC 2928): benchmarking, ORCHID, multicast tunnels; Teredo is checked before
    "2001:db8::/32",  # documentation (RFC 3849)
    "2620:4f:8000::/48",  # AS112 (RFC 7534)
    "3fff::/20",  # documentation (RFC 9637)
)
_V4 = tuple(ipaddress.IPv4Network(each) for each in _SPECIAL_V4)
_V6 = tuple(ipaddress.IPv6Network(each) for each in _SPECIAL_V6)
_UNICAST = ipaddress.IPv6Network(_UNICAST_V6)

#: IPv6 ranges that embed IPv4 addresses; we check the embedded ones.
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = ipaddress.IPv6Network("2002::/16")
_TEREDO = ipaddress.IPv6Network("2001::/32")


#: Suffixes of names that are never public (RFC 6761, 6762, 9476).
_PRIVATE_SUFFIXES = (".localhost", ".local", ".internal", ".home.arpa", ".alt")


class AddressRefused(ValueError):
    """``str()`` is a stable key: url_invalid, url_not_https, address_refused, name_unknown."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed URL. ``host`` in ASCII, as certificates carry it."""

    scheme: str
    host: str
    port: int
    #: Path and query.
    rest: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        default_port = {"https": 443, "http": 80}[self.scheme]
        return host if self.port == default_port else f"{host}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """Parses a URL.

    Args:
        private: allow plain http, for development.

    Raises:
        AddressRefused: url_invalid, url_not_https.
    """
    if not url.isprintable() or any(char.isspace() or char == "\\" for char in url):
        raise AddressRefused("url_invalid")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("url_invalid") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.fragment or "@" in parts.netloc:
        raise AddressRefused("url_invalid")
    if parts.scheme == "http" and not private:
        raise AddressRefused("url_not_https")
    if port == 0:
        raise AddressRefused("url_invalid")
    query = f"?{parts.query}" if parts.query else ""
    rest = f"{parts.path or '/'}{query}"
    if not rest.isascii():
        raise AddressRefused("url_invalid")
    return Target(parts.scheme, _ascii(parts.hostname), port or (443 if parts.scheme == "https" else 80), rest)


def _ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    try:
        return httpx.URL(f"https://{host}/").raw_host.decode()
    except httpx.InvalidURL:
        raise AddressRefused("url_invalid") from None


def is_public(address: Address) -> bool:
    """Returns whether the address is on the public internet, in whichever notation."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _V4)
    embedded = _embedded_v4(address)
    if embedded:
        return all(is_public(each) for each in embedded)
    return address in _UNICAST and not any(address in network for network in _V6)


def _embedded_v4(address: ipaddress.IPv6Address) -> tuple[ipaddress.IPv4Address, ...]:
    """Returns the IPv4 addresses inside an IPv6 one: RFC 4291, 6052, 3056, and Teredo's server and client (RFC 4380)."""
    bits = int(address)
    if address in _MAPPED or address in _NAT64:
        return (_v4(bits),)
    if address in _SIX_TO_FOUR:
        return (_v4(bits >> 80),)
    if address in _TEREDO:
        return (_v4(bits >> 64), _v4(~bits))
    return ()


def _v4(bits: int) -> ipaddress.IPv4Address:
    """Takes the last 32 bits."""
    return ipaddress.IPv4Address(bits & 0xFFFFFFFF)


def refuse_private(target: Target) -> None:
    """Refuses what is private without resolving its name.

    Raises:
        AddressRefused: address_refused.
    """
    try:
        public = is_public(ipaddress.ip_address(target.host))
    except ValueError:
        public = "." in target.host.strip(".") and not target.host.rstrip(".").endswith(_PRIVATE_SUFFIXES)
    if not public:
        raise AddressRefused("address_refused")


_ERROR_TEXTS = {
    "url_invalid": "is no address of the web: https, a host, no user, no fragment",
    "url_not_https": "must begin with https://",
    "address_refused": "leads to this machine or into a private network",
}


def normalized_url(url: str, *, private: bool, field: str = "url") -> str:
    """Validates a URL that a person configures, and returns its one normal form.

    Raises:
        ApiError: 400, the field.
    """
    try:
        target = target_of(url, private=private)
        if not private:
            refuse_private(target)
    except AddressRefused as refused:
        raise invalid_field(field, str(refused), f"{field} {_ERROR_TEXTS[str(refused)]}") from None
    return f"{target.scheme}://{target.authority}{target.rest}"


async def resolve(host: str, port: int) -> list[str]:
    addresses = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in addresses]


async def address_of(target: Target, *, private: bool, lookup: Resolve = resolve) -> str:
    """Resolves the address to connect to. It refuses a name with both public and private addresses: that is an attack.

    Raises:
        AddressRefused: name_unknown, address_refused.
    """
    try:
        addresses = [ipaddress.ip_address(each) for each in await lookup(target.host, target.port)]
    except (OSError, UnicodeError, ValueError):
        raise AddressRefused("name_unknown") from None
    if not addresses:
        raise AddressRefused("name_unknown")
    if not private and not all(is_public(each) for each in addresses):
        raise AddressRefused("address_refused")
    # Prefer IPv4: every network reaches it.
    return str(min(addresses, key=lambda each: each.version))
