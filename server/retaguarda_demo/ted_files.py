"""TEDs by file of the demo: Bradesco paid, refused and scheduled those of one remittance; of another nobody knows whether it arrived."""

from typing import Any

from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payout_engine.decide_sending import next_working_day
from retaguarda.payouts.payments.create_payment import PAY, commands
from retaguarda.payouts.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payouts.remittances.commands import DELIVER
from retaguarda_demo.mailboxes import BRADESCO, DemoMailbox, has_mailboxes, serving_mailboxes
from retaguarda_demo.payment_files import BY_FILE, MERCHANT, PAYER, answer_to, answered, apply, run, sealed
from retaguarda_demo.run_commands import ask, do
from retaguarda_demo.ted import HUGO, banks_hour, let_go

#: Centavos of each remittance; their last digits decide what the sandbox's bank answers: 02 no such account, 05 scheduled.
ANSWERED, LOST = (128_400, 47_950, 31_502, 22_705), (66_000, 18_350)
_BRADESCO: dict[str, Any] = {
    **BY_FILE,
    "name": "Bradesco Multipag",
    "methods": ["ted"],
    "bank": "237",
    "ispb": "60746948",
    "priority": 550,
    "branch": "2372",
    "number": "104820",
    "number_digit": "7",
    "agreement": "237000481920",
}
_READ = "select id, plan_hash from return_file where name = %(name)s and family = 'payment'"


async def load_ted_files(app: App) -> None:
    """Nothing where the demo has no payments by file."""
    async with app.database.transaction(SYSTEM) as tx:
        if not await tx.value("select exists (select from remittance)"):
            return
    by_name = {command.name: command for command in PROCESSOR_COMMANDS}
    made = await ask(app, by_name["payouts:processor:create_file"], _BRADESCO)
    processor = str(made["id"])
    await ask(app, by_name["payouts:processor:enable"], {}, id=processor)
    first = await _remittance(app, processor, ANSWERED)
    lost = await _remittance(app, processor, LOST)
    if not has_mailboxes(app):
        for remittance in (first, lost):
            await ask(app, DELIVER, {}, id=remittance)
        await apply(app, await answered(app, first, 1))
        return
    async with serving_mailboxes(app) as bank:
        bradesco = DemoMailbox(app, bank, processor, BRADESCO)
        await bradesco.set_up()
        await bradesco.send(first)
        name = "PG_237_0001.RET"
        await bradesco.come({name: await answer_to(app, first, 1)})
        async with app.database.transaction(SYSTEM) as tx:
            read = await tx.one(_READ, {"name": name})
        assert read is not None
        await apply(app, {"id": str(read["id"]), "plan_hash": read["plan_hash"]})
        await bradesco.lose(lost)


async def _remittance(app: App, processor: str, amounts: tuple[int, ...]) -> str:
    (pay,) = (command for command in commands(app.keys) if command.name == PAY)
    with banks_hour("12:00"):
        for amount in amounts:
            body = HUGO | {"amount": {"amount": amount}, "duplicate_reason": "NF"}
            made = await do(app.database, PAYER, MERCHANT, pay, body, key=str(uuid7()), path={}, two_factor=True)
            async with app.database.transaction(SYSTEM) as tx:
                await tx.execute(
                    "update payout set processor_id = %(processor)s where id = %(id)s",
                    {"processor": processor, "id": made["id"]},
                )
            await let_go(app, str(made["id"]))
            await run(app, SEND, MERCHANT, made["id"])
    return await sealed(app, processor, next_working_day(today(BRASILIA)))
