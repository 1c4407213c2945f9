"""An open mailbox of SFTP: every call ends after a while, and what the server says becomes one line for people."""

import asyncio
import posixpath
import stat
from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime
from typing import Any

from retaguarda.providers.payout.mailbox_port import FoundFile, MailboxError, MailboxPlace

#: Seconds of one call.
CALL_SECONDS = 60
#: Bytes of one write or read.
_BLOCK = 32_768
#: Names of a folder that are looked at.
_MOST_NAMES = 10_000


class SftpSession:
    """An adapter of the port ``MailboxSession``."""

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
                    raise MailboxError("incomplete", f"{file.name} is shorter than it was listed", file.name)
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
            why = f"{path}: {error.reason or 'there is no such folder or file'}"
            raise MailboxError("folder_missing", why[:300], path) from None
        except ssh.SFTPPermissionDenied as error:
            if not path:
                raise PermissionError from None
            why = f"{path}: {error.reason or 'permission denied'}"
            raise MailboxError("folder_denied", why[:300], path) from None
        except ssh.SFTPConnectionLost:
            raise MailboxError("cut", "the connection was cut") from None
        except ssh.SFTPError as error:
            raise MailboxError("refused", f"{path}: {error.reason}"[:300], path) from None
        except (ssh.Error, OSError, TimeoutError) as error:
            raise MailboxError("cut", f"the connection was cut: {type(error).__name__}") from None


def _is_file(entry: Any) -> bool:
    """Whether it is a plain file with a name of its own; links and what begins with a dot are left alone."""
    name, mode = str(entry.filename), entry.attrs.permissions
    plain = mode is None or stat.S_IFMT(mode) in (0, stat.S_IFREG)
    return plain and not name.startswith(".") and "/" not in name and name.isprintable()


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
