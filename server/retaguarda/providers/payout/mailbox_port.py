"""The port to a bank's mailbox: where it is given files, and where it lays its own."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

#: What is wrong with a mailbox; the web has a text for each.
Wrong = Literal[
    "host_unknown", "host_private", "no_answer", "unreachable", "cut", "host_key_other", "host_key_kind", "host_key_invalid", "login",
    "private_key_invalid", "folder_missing", "folder_denied", "refused", "incomplete", "library",
]  # fmt: skip
#: Of these, what passes by itself: nobody answers, or the connection was cut.
AWAY: frozenset[Wrong] = frozenset({"host_unknown", "host_private", "no_answer", "unreachable", "cut"})


class MailboxError(Exception):
    """``str()`` is one line for logs, with what the library said; it holds no secret. ``about``: the folder, file or fingerprint that is
    meant; empty where none is."""

    def __init__(self, wrong: Wrong, text: str, about: str = "") -> None:
        super().__init__(text)
        self.wrong: Wrong = wrong
        self.about = about


@dataclass(frozen=True, slots=True)
class MailboxPlace:
    """Where a mailbox is and with what it is opened.

    Args:
        host_key: the one key by which its server is known, as a line of OpenSSH.
        password: empty where only the key opens it.
        private_key: in PEM or as OpenSSH writes it; empty where only the password opens it.
        outbox: the folder in which the bank expects our files; ``inbox``: in which it lays its own.
    """

    host: str
    port: int
    username: str
    host_key: str
    outbox: str
    inbox: str
    password: str = field(default="", repr=False)
    private_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file in the inbox; ``changed_at`` as the server says, None where it does not."""

    name: str
    size: int
    changed_at: datetime | None


class MailboxSession(Protocol):
    """An open mailbox.

    Each call raises MailboxError; whether it was carried out is then not known.
    """

    async def size_of(self, name: str) -> int | None:
        """Return the size of a file in the outbox; None: there is none."""
        ...

    async def read_sent(self, name: str) -> bytes | None:
        """Return the content of a file in the outbox; None where it is gone or may not be read."""
        ...

    async def write(self, name: str, content: bytes) -> None:
        """Write a file into the outbox, over what an attempt before left under this name."""
        ...

    async def rename(self, name: str, to: str) -> None:
        """Give a file in the outbox its name; never over another."""
        ...

    async def files(self, most: int) -> list[FoundFile]:
        """Return the files of the inbox, the oldest first."""
        ...

    def read(self, file: FoundFile, piece: int) -> AsyncIterator[bytes]:
        """Read a file of the inbox in pieces; it stops after as many bytes as were listed."""
        ...


class Mailbox(Protocol):
    def opened(self) -> AbstractAsyncContextManager[MailboxSession]:
        """Open the mailbox; nothing is sent to a server with another key than the one written down."""
        ...

    async def probe(self) -> None:
        """Open it and look into both folders; nothing is changed."""
        ...
