"""The bank's mailbox of the demo: the sandbox's own SFTP server, with a remittance that went, one of which nobody knows, and files that came."""

from typing import Any

from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payouts.mailboxes.change_mailbox import Setting
from retaguarda.payouts.mailboxes.commands import COMMANDS
from retaguarda.payouts.mailboxes.jobs import LOOK, SEND, TEST
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda_demo.people import HOUSE
from retaguarda_demo.run_commands import do
from retaguarda_sandbox.mailbox import INBOX, OUTBOX, PASSWORD, USER, MailboxServer, host_key

_STAFF = "diego@retaguarda.example"


async def load_mailbox(app: App, processor: str, sent: str, lost: str) -> None:
    """Send two remittances, the second with its connection cut, and let two files come that are none.

    Args:
        sent: a sealed remittance; ``lost``: another.
    """
    bank = MailboxServer(app.settings.sandbox_mailbox, answers=False)
    by_name = {command.name: command for command in COMMANDS}
    async with bank.serving() as server:
        place = {
            "host": "127.0.0.1",
            "port": server.port,
            "username": USER,
            "password": PASSWORD,
            "host_key": host_key()[1],
            "outbox": OUTBOX,
            "inbox": INBOX,
        }
        setting = Setting(app.keys, AllowedAddresses(private=True)).command()
        await _ask(app, setting, place, processor)
        await _run(app, TEST, processor)
        await _ask(app, by_name["payouts:mailbox:enable"], {}, processor)
        await _ask(app, by_name["payouts:remittance:send"], {}, sent)
        await _run(app, SEND, processor)
        bank.collects, bank.cuts = True, ["rename:after"]
        await _ask(app, by_name["payouts:remittance:send"], {}, lost)
        for _ in range(2):
            await _run(app, SEND, processor)
        bank.lay_down("PG_341_VAZIO.RET", b"")
        bank.lay_down("AVISO.TXT", b"Manutencao programada: domingo, 02:00 as 04:00.\r\n")
        await _run(app, LOOK, processor)
    async with app.database.transaction(SYSTEM) as tx:
        # From now on it is where the sandbox serves.
        await tx.execute(
            "update mailbox set port = %(port)s where processor_id = %(id)s",
            {"port": app.settings.sandbox_mailbox_listens, "id": processor},
        )


async def _ask(app: App, command: Any, body: dict[str, Any], number: str) -> None:
    await do(app.database, _STAFF, HOUSE.id, command, body, key=str(uuid7()), path={"id": number}, two_factor=True)


async def _run(app: App, name: str, processor: str) -> None:
    try:
        await next(job for job in jobs(app)[0] if job.name == name).run(processor)
    except TryAgain:
        """The connection was cut, as it should be."""
