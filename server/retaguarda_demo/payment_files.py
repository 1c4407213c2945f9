"""Payments by file of the demo: processors in several states, three remittances, and what the bank answered to two of them, in its mailbox.

All of it is asked for through the one door; the bank is the sandbox's.
"""

from datetime import date
from typing import Any

from retaguarda.account.withdrawals.commands import CREATE_TRANSFER
from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.bank_files.jobs import APPLY
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payouts.payments.create_payment import PAY, commands
from retaguarda.payouts.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payouts.processors.create_processors import Secrets
from retaguarda.payouts.remittances.commands import DELIVER, DRAFT, SEAL
from retaguarda.payouts.return_files.commands import APPLY_FILE, CREATE_FILE, FINISH_FILE
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda_demo.mailboxes import ITAU, DemoMailbox, has_mailboxes, serving_mailboxes
from retaguarda_demo.payoutevidence import UNANSWERED
from retaguarda_demo.people import HOUSE
from retaguarda_demo.run_commands import ask, do
from retaguarda_sandbox.payment_files import answer

MERCHANT, PAYER = 2, "bruno@merchant.example"
#: Centavos of the payments of each remittance; their last digits decide what the sandbox's bank answers.
FIRST, SECOND, THIRD = (1_200, 2_350, 1_902, 990), (3_100, 2_001, 1_505), (4_500, 1_250)
_ACCOUNT = {
    "ispb": "60701190",
    "holder_document": HOUSE.document,
    "holder_name": HOUSE.legal_name,
    "branch": "1234",
    "number": "56789",
    "number_digit": "0",
    "agreement": "RETAGUARDA01",
}
BY_FILE: dict[str, Any] = {
    "name": "Itaú SISPAG",
    "methods": ["pix", "ted"],
    "bank": "341",
    "priority": 500,
    **_ACCOUNT,
}
_DRAINED: dict[str, Any] = {"name": "Sicoob CNAB 240", "methods": ["ted"], "bank": "756", "priority": 600, **_ACCOUNT}
#: Nobody tests it: the demo's worker would find nobody there.
_UNTESTED: dict[str, Any] = {
    "name": "Banco B (Pix Envio)",
    "ispb": "12345678",
    "priority": 300,
    "base_url": "https://pix.example.com/api/v2",
    "token_url": "https://pix.example.com/oauth/token",
    "client_id": "retaguarda",
    "client_secret": "an invented secret",
    "pix_key": "banco-b@retaguarda.example",
}


#: Whom the demo has paid before, so that nothing cools off.
_PAYEE: dict[str, Any] = {
    "account": {
        "ispb": "18236120",
        "account_type": "TRAN",
        "branch": "0001",
        "number": "443210",
        "digit": "0",
    },
    "holder_name": "Hugo Sá Transportes",
    "holder_document": "71428793860",
}


async def load_payment_files(app: App) -> None:
    """Nothing where the demo has no account to pay to."""
    await _processors(app)
    async with app.database.transaction(SYSTEM) as tx:
        processor = await tx.value("select id from payout_processor where name = %(name)s", {"name": BY_FILE["name"]})
        account = await tx.value(
            "select id from bank_account where company_id = %(company)s and status = 'verified' and usable_from < now()"
            " and kind = 'account' order by is_default desc, created_at limit 1",
            {"company": MERCHANT},
        )
    if account is None:
        return
    first = await _of_withdrawals(app, str(processor), str(account), FIRST)
    await apply(app, await answered(app, first, 1))
    # The bank runs the remittance once more, and says that it paid every line of it.
    await apply(app, await answered(app, first, 2, codes="00", run=2))
    second = await _of_withdrawals(app, str(processor), str(account), SECOND, UNANSWERED)
    # The bank's third file has not come.
    if has_mailboxes(app):
        await _by_mailbox(app, str(processor), first, second)
    else:
        await ask(app, DELIVER, {}, id=second)
        await answered(app, second, 4)
    await paid_by(app, str(processor), str(account), THIRD)
    await _draft(app, str(processor), today(BRASILIA))


async def _processors(app: App) -> None:
    by_name = {command.name: command for command in PROCESSOR_COMMANDS}
    for body in (BY_FILE, _DRAINED):
        made = await ask(app, by_name["payouts:processor:create_file"], body)
        if body is BY_FILE:
            await ask(app, by_name["payouts:processor:enable"], {}, id=made["id"])
    create, *_ = Secrets(app.keys, AllowedAddresses()).commands()
    made = await ask(app, create, _UNTESTED)
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update payout_processor set pending = null, pending_by = null, pending_at = null, pending_error = 'invalid_client (401)'"
            " where id = %(id)s",
            made,
        )


async def _by_mailbox(app: App, processor: str, first: str, second: str) -> None:
    """The second remittance goes into the mailbox, and its answer comes out of it, with a file that was brought by hand before and two that
    are no payment return."""
    async with serving_mailboxes(app) as bank:
        itau = DemoMailbox(app, bank, processor, ITAU)
        await itau.set_up()
        await itau.send(second)
        files = {
            "PG_341_0002.RET": await answer_to(app, first, 2, codes="00", run=2),
            "PG_341_0004.RET": await answer_to(app, second, 4),
            "PG_341_VAZIO.RET": b"",
            "AVISO.TXT": b"Manutencao programada: domingo, 02:00 as 04:00.\r\n",
        }
        await itau.come(files)


async def _of_withdrawals(
    app: App, processor: str, account: str, amounts: tuple[int, ...], payments: tuple[int, ...] = ()
) -> str:
    """A sealed remittance of withdrawals of these amounts, and of payments to somebody else."""
    await paid_by(app, processor, account, amounts)
    (pay,) = (command for command in commands(app.keys) if command.name == PAY)
    for amount in payments:
        await by_file(app, processor, pay, _PAYEE | {"amount": {"amount": amount}})
    return await sealed(app, processor, today(BRASILIA))


async def sealed(app: App, processor: str, day: date) -> str:
    """A sealed remittance of what waits for a file of a processor; the bank is to pay on this day."""
    draft = await _draft(app, processor, day)
    await ask(app, SEAL, {"plan": draft["plan_hash"]}, id=draft["id"])
    return draft["id"]


async def _draft(app: App, processor: str, day: date) -> Any:
    return await ask(app, DRAFT, {"processor": processor, "day": day.isoformat()})


async def paid_by(app: App, processor: str, account: str, amounts: tuple[int, ...]) -> None:
    for amount in amounts:
        await by_file(app, processor, CREATE_TRANSFER, {"amount": {"amount": amount}, "bank_account": account})


async def by_file(app: App, processor: str, command: Command[Any], body: dict[str, Any]) -> None:
    """A payment whose order waits for a file of a processor."""
    made = await do(app.database, PAYER, MERCHANT, command, body, key=str(uuid7()), path={}, two_factor=True)
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update payout set processor_id = %(processor)s where id = %(id)s",
            {"processor": processor, "id": made["id"]},
        )
    await run(app, SEND, MERCHANT, made["id"])


async def answered(app: App, remittance: str, sequence: int, **said: Any) -> Any:
    """The bank's answer, as it was read; ``said``: of answer()."""
    data = await answer_to(app, remittance, sequence, **said)
    file = await ask(app, CREATE_FILE, {"name": f"PG_341_{sequence:04}.RET", "size": len(data)})
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(id)s, 0, %(bytes)s)",
            {"company": HOUSE.id, "id": file["id"], "bytes": data},
        )
    return await ask(app, FINISH_FILE, {}, id=file["id"])


async def answer_to(app: App, remittance: str, sequence: int, **said: Any) -> bytes:
    """The bank's answer to a remittance, under its number; ``said``: of answer()."""
    async with app.database.transaction(SYSTEM) as tx:
        content = bytes(await tx.value("select bytes from remittance where id = %(id)s", {"id": remittance}))
    return answer(content, sequence, today(BRASILIA), **said)


async def apply(app: App, file: Any) -> None:
    await ask(app, APPLY_FILE, {"plan": file["plan_hash"]}, id=file["id"])
    await run(app, APPLY, HOUSE.id, file["id"])


async def run(app: App, name: str, *values: object) -> None:
    await next(job for job in jobs(app)[0] if job.name == name).run(*values)
