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

#: All that is reserved for something else than hosts of the internet at large: IANA's registries of special-purpose addresses
#: as of November 2026, and multicast. The list is ours, because the library's changes with its version.
_SPECIAL_V4 = (
    "0.0.0.0/8",  # this network (RFC 791)
    "10.0.0.0/8",  # private (RFC 1918)
    "100.64.0.0/10",  # carriers' own (RFC 6598)
    "127.0.0.0/8",  # this machine (RFC 1122)
    "169.254.0.0/16",  # this link (RFC 3927); where clouds tell machines their secrets
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocols (RFC 6890); one of it tells secrets at a cloud
    "192.0.2.0/24",  # documentation (RFC 5737)
    "192.31.196.0/24",  # AS112 (RFC 7535)
    "192.52.193.0/24",  # multicast tunnels (RFC 7450)
    "192.88.99.0/24",  # 6to4 relays, given up (RFC 7526)
    "192.168.0.0/16",  # private
    "192.175.48.0/24",  # AS112 (RFC 7534)
    "198.18.0.0/15",  # measuring (RFC 2544)
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast (RFC 5771)
    "240.0.0.0/4",  # reserved, and to all (RFC 1112, 919)
)
#: Within 2000::/3; nothing outside of it is given to hosts of the internet (RFC 4291).
_UNICAST_V6 = "2000::/3"
_SPECIAL_V6 = (
    "2001::/23",  # protocols (RFC 2928): measuring, ORCHID, multicast tunnels; Teredo is looked into before
    "2001:db8::/32",  # documentation (RFC 3849)
    "2620:4f:8000::/48",  # AS112 (RFC 7534)
    "3fff::/20",  # documentation (RFC 9637)
)
_V4 = tuple(ipaddress.IPv4Network(each) for each in _SPECIAL_V4)
_V6 = tuple(ipaddress.IPv6Network(each) for each in _SPECIAL_V6)
_UNICAST = ipaddress.IPv6Network(_UNICAST_V6)

#: They carry addresses of the old kind, and where those lead decides.
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = ipaddress.IPv6Network("2002::/16")
_TEREDO = ipaddress.IPv6Network("2001::/32")


#: Names that lead nowhere outside (RFC 6761, 6762, 9476).
_INSIDE = (".localhost", ".local", ".internal", ".home.arpa", ".alt")


class AddressRefused(ValueError):
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
    """Whether it is one of the internet at large, whichever way it is written."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _V4)
    carried = _carried(address)
    if carried:
        return all(is_public(each) for each in carried)
    return address in _UNICAST and not any(address in network for network in _V6)


def _carried(address: ipaddress.IPv6Address) -> tuple[ipaddress.IPv4Address, ...]:
    """The addresses of the old kind inside one of the new: RFC 4291, 6052, 3056, and of Teredo server and client (RFC 4380)."""
    bits = int(address)
    if address in _MAPPED or address in _NAT64:
        return (_v4(bits),)
    if address in _SIX_TO_FOUR:
        return (_v4(bits >> 80),)
    if address in _TEREDO:
        return (_v4(bits >> 64), _v4(~bits))
    return ()


def _v4(bits: int) -> ipaddress.IPv4Address:
    """Of the last 32."""
    return ipaddress.IPv4Address(bits & 0xFFFFFFFF)


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
        raise AddressRefused("address_refused")


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
    except AddressRefused as refused:
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
        raise AddressRefused("name_unknown") from None
    if not found:
        raise AddressRefused("name_unknown")
    if not private and not all(is_public(each) for each in found):
        raise AddressRefused("address_refused")
    # What everybody can reach comes first.
    return str(min(found, key=lambda each: each.version))
