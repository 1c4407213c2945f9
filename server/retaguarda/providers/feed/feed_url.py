"""The setting that says where events go."""

import ipaddress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from retaguarda.providers.feed.event_files import EventFiles
from retaguarda.providers.feed.nats_stream import NatsStream
from retaguarda.providers.feed.port import FeedPort

_FORMS = "must look like nats://host:4222, tls://host:4222 or file:///folder"


def check_feed_url(url: str, *, secure: bool) -> None:
    """Checks the URL; empty is nowhere. ``secure``: what leaves this machine is encrypted.

    Raises:
        ValueError: the text says what is wrong, and never holds the URL's password.
    """
    if not url:
        return
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ValueError(_FORMS) from None
    if parts.query or parts.fragment:
        raise ValueError(_FORMS)
    if parts.scheme == "file":
        if host or not parts.path.startswith("/") or parts.path == "/":
            raise ValueError("must name a folder from the root, such as file:///var/lib/retaguarda/feed")
    elif parts.scheme not in ("nats", "tls") or not host or parts.path not in ("", "/"):
        raise ValueError(_FORMS)
    elif secure and parts.scheme == "nats" and not _is_here(host):
        raise ValueError("must say tls:// in production: the NATS server is on another machine")


def feed_port(url: str, stream: str, subject: str) -> FeedPort:
    """Opens nothing yet."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        return EventFiles(Path(unquote(parts.path)))
    return NatsStream(url, stream, subject)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
