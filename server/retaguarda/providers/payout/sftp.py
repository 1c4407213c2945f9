"""A bank's mailbox by SFTP. The server is known by one key, and our own keys and settings of SSH are never looked at."""

import asyncio
import posixpath
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from retaguarda.providers.payout.mailbox_port import FoundFile, MailboxError, MailboxPlace, MailboxSession

#: Seconds to connect and sign in, and of one call.
CONNECT_SECONDS, CALL_SECONDS = 20, 60
#: Bytes of one write or read.
_BLOCK = 32_768

#: Names of a folder that are looked at.
_MOST_NAMES = 10_000

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
                raise MailboxError("folder", f"{self._place.outbox}: there is no such folder")
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
                yield _Session(ssh, client, place)
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


class _Session:
    """An open mailbox; every call ends after a while."""

    def __init__(self, ssh: Any, client: Any, place: MailboxPlace) -> None:
        self._ssh = ssh
        self._client = client
        self._place = place

    async def size_of(self, name: str) -> int | None:
        try:
            return (await self._call(self._client.stat(self._sent(name)))).size or 0
        except FileNotFoundError:
            return None

    async def read_sent(self, name: str) -> bytes | None:
        async def read() -> bytes:
            async with self._client.open(self._sent(name), "rb", block_size=_BLOCK) as file:
                return await file.read()

        try:
            return await self._call(read())
        except (FileNotFoundError, PermissionError):
            return None

    async def write(self, name: str, content: bytes) -> None:
        async def write() -> None:
            async with self._client.open(self._sent(name), "wb", block_size=_BLOCK) as file:
                await file.write(content)

        await self._call(write(), self._sent(name))

    async def rename(self, name: str, to: str) -> None:
        # The plain rename of SFTP refuses a name that is taken; the one of POSIX would overwrite it.
        await self._call(self._client.rename(self._sent(name), self._sent(to)), self._sent(to))

    async def files(self, most: int) -> list[FoundFile]:
        folder = self._place.inbox

        async def look() -> list[FoundFile]:
            found = list[FoundFile]()
            async for each in self._client.scandir(folder):
                if _is_file(each):
                    found.append(FoundFile(str(each.filename), each.attrs.size or 0, _moment(each.attrs.mtime)))
                if len(found) == _MOST_NAMES:
                    break
            return found

        found = await self._call(look(), folder)
        never = datetime.min.replace(tzinfo=UTC)
        return sorted(found, key=lambda file: (file.changed_at or never, file.name))[:most]

    async def read(self, file: FoundFile, piece: int) -> AsyncIterator[bytes]:
        path = posixpath.join(self._place.inbox, file.name)
        opened = await self._call(self._client.open(path, "rb", block_size=_BLOCK), path)
        try:
            for offset in range(0, file.size, piece):
                wanted = min(piece, file.size - offset)
                part: bytes = await self._call(opened.read(wanted, offset), path)
                if len(part) != wanted:
                    raise MailboxError("refused", f"{file.name} is shorter than it was listed")
                yield part
        finally:
            await self._call(opened.close(), path)

    def _sent(self, name: str) -> str:
        return posixpath.join(self._place.outbox, name)

    async def _call(self, call: Awaitable[Any], path: str = "") -> Any:
        ssh = self._ssh
        try:
            async with asyncio.timeout(CALL_SECONDS):
                return await call
        except ssh.SFTPNoSuchFile as error:
            if not path:
                raise FileNotFoundError from None
            raise MailboxError("folder", f"{path}: {error.reason or 'there is no such folder or file'}"[:300]) from None
        except ssh.SFTPPermissionDenied as error:
            if not path:
                raise PermissionError from None
            raise MailboxError("folder", f"{path}: {error.reason or 'permission denied'}"[:300]) from None
        except ssh.SFTPConnectionLost:
            raise MailboxError("unreachable", "the connection was cut") from None
        except ssh.SFTPError as error:
            raise MailboxError("refused", f"{path}: {error.reason}"[:300]) from None
        except (ssh.Error, OSError, TimeoutError) as error:
            raise MailboxError("unreachable", f"the connection was cut: {type(error).__name__}") from None


def _is_file(entry: Any) -> bool:
    """Whether it is a plain file with a name of its own; links and what begins with a dot are left alone."""
    name, mode = str(entry.filename), entry.attrs.permissions
    plain = mode is None or stat.S_IFMT(mode) in (0, stat.S_IFREG)
    return plain and not name.startswith(".") and "/" not in name and name.isprintable()


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _why(ssh: Any, error: Exception, seen: _Seen) -> MailboxError:
    if seen.other or isinstance(error, ssh.HostKeyNotVerifiable):
        pinned = seen.pinned.get_fingerprint()
        shown = f"shows the key {seen.other}" if seen.other else "shows no key that we know it by"
        return MailboxError(
            "host_key", f"the server {shown}, not the one written down ({pinned}): nothing was sent to it"
        )
    if isinstance(error, ssh.KeyExchangeFailed):
        return MailboxError("host_key", f"the server has no key of the kind written down: {error}"[:300])
    if isinstance(error, ssh.PermissionDenied):
        return MailboxError("login", "the server does not take this user, key or password")
    if isinstance(error, TimeoutError):
        return MailboxError("unreachable", f"nobody answers within {CONNECT_SECONDS} seconds")
    return MailboxError("unreachable", f"{type(error).__name__}: {error}"[:300])


def _public_key(text: str) -> Any:
    ssh = _library()
    try:
        return ssh.import_public_key(text.strip())
    except (ssh.KeyImportError, ValueError, UnicodeError):
        raise MailboxError("host_key", "this is no public key of an SSH server") from None


def _private_key(text: str) -> Any:
    ssh = _library()
    try:
        return ssh.import_private_key(text)
    except (ssh.KeyImportError, ssh.KeyEncryptionError, ValueError, UnicodeError):
        raise MailboxError("login", "this is no private key of SSH, or it is protected by a password") from None


def _library() -> Any:
    try:
        return import_module("asyncssh")
    except ImportError:
        raise MailboxError("library", "SFTP needs an extra of this package: install retaguarda[sftp]") from None
