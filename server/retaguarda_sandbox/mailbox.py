"""The bank's mailbox: an SFTP server that takes remittances and lays its answers down.

A remittance that arrives under its name (the upload is renamed) is answered at once by the script of payment_files.py.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from retaguarda_sandbox.payment_files import RemittanceRefused, answer
from retaguarda_sandbox.settings import SandboxSettings

log = logging.getLogger("retaguarda.sandbox")

#: Who may sign in, and with what.
USER, PASSWORD = "retaguarda", "sandbox-mailbox"
#: Where it takes files, and where it lays its own.
OUTBOX, INBOX = "remessa", "retorno"
_HOST = "127.0.0.1"


def host_key(seed: str = "mailbox") -> tuple[str, str]:
    """Return the sandbox's own host key, private (OpenSSH) and public; everybody may know it, for it guards nothing."""
    raw = hashlib.sha256(f"retaguarda sandbox {seed}".encode()).digest()
    key = Ed25519PrivateKey.from_private_bytes(raw)
    ssh = serialization.PrivateFormat.OpenSSH
    private = key.private_bytes(serialization.Encoding.PEM, ssh, serialization.NoEncryption()).decode()
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH).decode()
    return private, public


@dataclass
class MailboxServer:
    """A mailbox in a folder. It has an outbox and an inbox, and another pair of them in each folder that is opened in it: one for each agreement.

    Attributes:
        answers: whether remittances are answered at once.
        cuts: calls before or after which the connection is cut, once each: ``rename:before``, ``rename:after``, ``write``.
        collects: a remittance is taken away as soon as it has its name.
        seen: what was done, in order.
    """

    root: Path
    seed: str = "mailbox"
    answers: bool = True
    collects: bool = False
    cuts: list[str] = field(default_factory=list[str])
    seen: list[str] = field(default_factory=list[str])
    port: int = 0

    def __post_init__(self) -> None:
        self.open("")

    def open(self, folder: str) -> None:
        """Have an outbox and an inbox in a folder."""
        for name in (OUTBOX, INBOX):
            (self.root / folder / name).mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def serving(self, port: int = 0) -> AsyncIterator["MailboxServer"]:
        ssh: Any = import_module("asyncssh")
        private, _ = host_key(self.seed)
        listener = await ssh.listen(
            _HOST,
            port,
            server_factory=lambda: _sign_in(ssh),
            server_host_keys=[ssh.import_private_key(private)],
            sftp_factory=lambda channel: _server(ssh, channel, self),
            allow_scp=False,
        )
        self.port = listener.get_port()
        try:
            yield self
        finally:
            listener.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await listener.wait_closed()

    def lay_down(self, name: str, content: bytes, folder: str = "") -> None:
        """Lay a file into the inbox of a folder as a bank does: it appears whole."""
        inbox = self.root / folder / INBOX
        hidden = inbox / f".{name}"
        hidden.write_bytes(content)
        hidden.rename(inbox / name)

    def take(self, path: Path) -> None:
        """Look at a file that has its name, and answer it."""
        content = path.read_bytes()
        self.seen.append(f"took {path.name}")
        if self.answers:
            folder = str(path.parent.parent.relative_to(self.root))
            sequence = 1 + sum(1 for _ in (self.root / folder / INBOX).iterdir())
            name = f"{path.stem}_{sequence:06}.RET"
            try:
                self.lay_down(name, answer(content, sequence, datetime.now(UTC).date()), folder)
            except (RemittanceRefused, ValueError, IndexError) as refused:
                self.lay_down(f"{path.stem}.ERR", f"{refused}\r\n".encode(), folder)
        if self.collects:
            path.unlink()

    def cut(self, what: str) -> bool:
        if what not in self.cuts:
            return False
        self.cuts.remove(what)
        return True


@asynccontextmanager
async def mailbox_of(settings: SandboxSettings) -> AsyncIterator[None]:
    """Serve the mailbox where the settings name one; a bank without it is a bank as well."""
    if not settings.mailbox_port or find_spec("asyncssh") is None:
        yield
        return
    async with contextlib.AsyncExitStack() as stack:
        try:
            server = MailboxServer(Path(settings.mailbox_folder))
            await stack.enter_async_context(server.serving(settings.mailbox_port))
        except OSError as error:
            log.warning("the bank's mailbox is closed: %s", error)
        yield


def _sign_in(ssh: Any) -> Any:
    class SignIn(ssh.SSHServer):
        def password_auth_supported(self) -> bool:
            return True

        def validate_password(self, username: str, password: str) -> bool:
            return (username, password) == (USER, PASSWORD)

    return SignIn()


def _server(ssh: Any, channel: Any, box: MailboxServer) -> Any:
    class Bank(ssh.SFTPServer):
        """Files of one folder; nobody leaves it."""

        def __init__(self) -> None:
            super().__init__(channel, chroot=os.fsencode(box.root))

        def write(self, file_obj: Any, offset: int, data: bytes) -> Any:
            if box.cut("write"):
                channel.get_connection().abort()
                raise ssh.SFTPConnectionLost("cut")
            return super().write(file_obj, offset, data)

        def rename(self, oldpath: bytes, newpath: bytes) -> Any:
            if box.cut("rename:before"):
                channel.get_connection().abort()
                raise ssh.SFTPConnectionLost("cut")
            new = Path(os.fsdecode(self.map_path(newpath)))
            if new.exists():
                raise ssh.SFTPFailure("a file has this name")
            super().rename(oldpath, newpath)
            if new.parent.name == OUTBOX:
                box.take(new)
            if box.cut("rename:after"):
                channel.get_connection().abort()
                raise ssh.SFTPConnectionLost("cut")

    return Bank()
