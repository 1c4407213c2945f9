"""Mailboxes of the demo's banks, at the sandbox's own SFTP server.

Itaú's is well: a remittance went, and of four files that came one was taken, one was here before, and two are none. Bradesco's had its connection
cut while a remittance got its name, so that nobody knows whether the bank has it. Sicoob's is not set up.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payouts.mailboxes.change_mailbox import Setting
from retaguarda.payouts.mailboxes.commands import COMMANDS
from retaguarda.payouts.mailboxes.jobs import LOOK, SEND, TEST
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda_demo.run_commands import ask
from retaguarda_sandbox.mailbox import INBOX, OUTBOX, PASSWORD, USER, MailboxServer, host_key

#: Agreements whose mailboxes are folders of their own at the sandbox.
ITAU, BRADESCO = "itau", "bradesco"
_log = logging.getLogger("retaguarda.jobs")
_BY_NAME = {command.name: command for command in COMMANDS}


@dataclass(frozen=True, slots=True)
class DemoMailbox:
    """The mailbox of a processor, while the sandbox serves it for the demo."""

    app: App
    bank: MailboxServer
    processor: str
    folder: str

    async def set_up(self) -> None:
        """Set it, test it and take it into use, as staff do."""
        place: dict[str, Any] = {
            "host": "127.0.0.1",
            "port": self.bank.port,
            "username": USER,
            "password": PASSWORD,
            "host_key": host_key()[1],
            "outbox": f"{self.folder}/{OUTBOX}",
            "inbox": f"{self.folder}/{INBOX}",
        }
        self.bank.open(self.folder)
        setting = Setting(self.app.keys, AllowedAddresses(private=True)).command()
        await ask(self.app, setting, place, id=self.processor)
        await self._run(TEST)
        await ask(self.app, _BY_NAME["payouts:mailbox:enable"], {}, id=self.processor)

    async def send(self, remittance: str) -> None:
        await ask(self.app, _BY_NAME["payouts:remittance:send"], {}, id=remittance)
        await self._run(SEND)

    async def lose(self, remittance: str) -> None:
        """Send one whose connection is cut while it gets its name, and which is not there when the worker asks."""
        self.bank.collects, self.bank.cuts = True, ["rename:after"]
        # Whoever starts a demo need not be warned of it.
        _log.disabled = True
        await self.send(remittance)
        await self._run(SEND)
        self.bank.collects = _log.disabled = False

    async def come(self, files: dict[str, bytes]) -> None:
        """Let the bank lay down these files, and look for them."""
        for name, content in files.items():
            self.bank.lay_down(name, content, self.folder)
        await self._run(LOOK)

    async def _run(self, name: str) -> None:
        try:
            await next(job for job in jobs(self.app)[0] if job.name == name).run(self.processor)
        except TryAgain:
            """The connection was cut, as it should be."""


def has_mailboxes(app: App) -> bool:
    """Whether the demo has mailboxes: they are on this machine, which only a development's house may reach."""
    return find_spec("asyncssh") is not None and app.settings.private_hooks


@asynccontextmanager
async def serving_mailboxes(app: App) -> AsyncIterator[MailboxServer]:
    """Serve the sandbox's mailboxes meanwhile; afterwards they are where the sandbox serves them."""
    async with MailboxServer(app.settings.sandbox_mailbox, answers=False).serving() as bank:
        yield bank
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update mailbox set port = %(now)s where port = %(then)s",
            {"now": app.settings.sandbox_mailbox_listens, "then": bank.port},
        )
