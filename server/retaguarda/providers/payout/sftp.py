"""A bank's mailbox by SFTP. The server is known by one key, and our own keys and settings of SSH are never looked at."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from retaguarda.providers.payout.mailbox_port import MailboxError, MailboxPlace, MailboxSession
from retaguarda.providers.payout.sftp_session import SftpSession

#: Seconds to connect and sign in.
CONNECT_SECONDS = 20


#: Resolves a host and a port to the address to connect to.
Lookup = Callable[[str, int], Awaitable[str]]


def fingerprint_of(host_key: str) -> str:
    """Return the fingerprint of a public key, as people compare it.

    Raises:
        MailboxError: it is no public key, or the library is missing.
    """
    return str(_public_key(host_key).get_fingerprint())


def check_private_key(text: str) -> None:
    """
    Raises:
        MailboxError: it is no private key, or is itself protected by a password.
    """
    _private_key(text)


class SftpMailbox:
    """An adapter of the port ``Mailbox``.

    Args:
        lookup: chooses the address of the host, and refuses one that is not allowed.
    """

    def __init__(self, place: MailboxPlace, lookup: Lookup) -> None:
        self._place = place
        self._lookup = lookup

    async def probe(self) -> None:
        async with self.opened() as session:
            if await session.size_of(".") is None:
                raise MailboxError(
                    "folder_missing", f"{self._place.outbox}: there is no such folder", self._place.outbox
                )
            await session.files(1)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[MailboxSession]:
        ssh = _library()
        place, seen = self._place, _Seen(_public_key(self._place.host_key))
        keys = [_private_key(place.private_key)] if place.private_key else None
        address = await self._lookup(place.host, place.port)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                connection, _ = await ssh.create_connection(
                    lambda: _client(ssh, seen),
                    address,
                    place.port,
                    config=None,
                    options=None,
                    known_hosts=([seen.pinned], [], []),
                    username=place.username,
                    password=place.password or None,
                    client_keys=keys,
                    agent_path=None,
                    gss_host=None,
                    x509_trusted_certs=None,
                    preferred_auth="publickey,password",
                    keepalive_interval=15,
                )
        except (ssh.Error, OSError, TimeoutError, ValueError) as error:
            raise _why(ssh, error, seen) from None
        try:
            async with connection:
                try:
                    async with asyncio.timeout(CONNECT_SECONDS):
                        client = await connection.start_sftp_client()
                except (ssh.Error, OSError, TimeoutError) as error:
                    raise _why(ssh, error, seen) from None
                yield SftpSession(ssh, client, place)
        finally:
            connection.abort()


class _Seen:
    """The key that a server must show, and the one it showed."""

    def __init__(self, pinned: Any) -> None:
        self.pinned = pinned
        self.other = ""


def _client(ssh: Any, seen: _Seen) -> Any:
    class Client(ssh.SSHClient):
        """Hears of a key that is not the one written down; it is never taken."""

        def validate_host_public_key(self, host: str, addr: str, port: int, key: Any) -> bool:
            seen.other = str(key.get_fingerprint())
            return False

    return Client()


def _why(ssh: Any, error: Exception, seen: _Seen) -> MailboxError:
    if seen.other or isinstance(error, ssh.HostKeyNotVerifiable):
        pinned = seen.pinned.get_fingerprint()
        shown = f"shows the key {seen.other}" if seen.other else "shows no key that we know it by"
        return MailboxError(
            "host_key_other",
            f"the server {shown}, not the one written down ({pinned}): nothing was sent to it",
            seen.other,
        )
    if isinstance(error, ssh.KeyExchangeFailed):
        return MailboxError("host_key_kind", f"the server has no key of the kind written down: {error}"[:300])
    if isinstance(error, ssh.PermissionDenied):
        return MailboxError("login", "the server does not take this user, key or password")
    if isinstance(error, TimeoutError):
        return MailboxError("no_answer", f"nobody answers within {CONNECT_SECONDS} seconds")
    return MailboxError("unreachable", f"{type(error).__name__}: {error}"[:300])


def _public_key(text: str) -> Any:
    ssh = _library()
    try:
        return ssh.import_public_key(text.strip())
    except (ssh.KeyImportError, ValueError, UnicodeError):
        raise MailboxError("host_key_invalid", "this is no public key of an SSH server") from None


def _private_key(text: str) -> Any:
    ssh = _library()
    try:
        return ssh.import_private_key(text)
    except (ssh.KeyImportError, ssh.KeyEncryptionError, ValueError, UnicodeError):
        raise MailboxError(
            "private_key_invalid", "this is no private key of SSH, or it is protected by a password"
        ) from None


def _library() -> Any:
    try:
        return import_module("asyncssh")
    except ImportError:
        raise MailboxError("library", "SFTP needs an extra of this package: install retaguarda[sftp]") from None
