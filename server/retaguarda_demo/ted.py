"""TEDs of the demo: paid, come back, refused, at the bank, planned, and one that was asked for after the banks' hours."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from typing import Any

from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payout_engine.decide_sending import next_working_day
from retaguarda.payouts.lots.run_lots import Lots
from retaguarda.payouts.payments.create_payment import PAY, commands
from retaguarda_demo.payment_files import MERCHANT, PAYER
from retaguarda_demo.run_commands import do

#: Centavos; their last digits decide what the sandbox's bank says: 01 stays, 03 is refused, 05 comes back.
SENT = (184_000, 62_705, 33_003, 41_501)
WAITS, LATER = 97_300, 55_000
HUGO: dict[str, Any] = {
    "account": {"ispb": "00000000", "account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6"},
    "holder_name": "Hugo Sá Transportes",
    "holder_document": "71428793860",
    "method": "ted",
    "ted_purpose": "00005",
}


async def load_teds(app: App, lots: Lots, processor: str) -> None:
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(_BY_TED, {"company": MERCHANT})
    with banks_hour("12:00"):
        sent = [await _paid(app, amount) for amount in SENT]
        for payment in sent:
            await let_go(app, payment)
            await _run(app, SEND, MERCHANT, payment)
        await lots.run(processor)
        # The worker asks at once what came back: here no bank answers by itself yet.
        async with app.database.transaction(SYSTEM) as tx:
            await tx.execute(_ASKED_SOON, {"company": MERCHANT, "sent": sent})
    with banks_hour("17:30"):
        await _paid(app, WAITS)
        await _paid(app, LATER, scheduled_for=str(next_working_day(today(BRASILIA) + timedelta(days=5))))


async def _paid(app: App, amount: int, **more: Any) -> str:
    (pay,) = (command for command in commands(app.keys) if command.name == PAY)
    body = HUGO | {"amount": {"amount": amount}, "duplicate_reason": "NF", **more}
    made = await do(app.database, PAYER, MERCHANT, pay, body, key=str(uuid7()), path={}, two_factor=True)
    return str(made["id"])


async def let_go(app: App, payment: str) -> None:
    """Hugo is paid at another bank than before: his first payment there has cooled off."""
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update payout set status = 'pending', hold_reason = null, hold_until = null where id = %(id)s and status = 'on_hold'",
            {"id": payment},
        )


@contextmanager
def banks_hour(hour: str) -> Iterator[None]:
    """The banks' hour is another one: the demo is the same on whichever day it is loaded."""
    real = send_by_processor.moment
    at = datetime.combine(next_working_day(today(BRASILIA)), time.fromisoformat(hour), BRASILIA).astimezone(UTC)

    async def moment(tx: Tx) -> datetime:
        return at

    send_by_processor.moment = moment
    try:
        yield
    finally:
        send_by_processor.moment = real


async def _run(app: App, name: str, *values: object) -> None:
    await next(job for job in jobs(app)[0] if job.name == name).run(*values)


_ASKED_SOON = "update payout set returns_due_at = now() where company_id = %(company)s and id = any(%(sent)s::uuid[]) and status = 'done'"
#: The newest version of the merchant's settings, or what holds for all, with TED beside.
_BY_TED = """
    insert into payout_setting_version (company_id, version, currency, fee, most, first_most, day_most, night_most, methods,
                                        cooling_off_hours, queue, queue_days, queue_skips, hold_ends, duplicates, external_id_needed,
                                        allow_list, day_count_most, payee_day_most, payee_count_most, fee_points, fee_least, fee_top,
                                        fee_back, ted_may_be_pix, valid_from, actor)
    select %(company)s, v.version + 1, v.currency, v.fee, v.most, v.first_most, v.day_most, v.night_most, v.methods || array['ted'],
           v.cooling_off_hours, v.queue, v.queue_days, v.queue_skips, v.hold_ends, v.duplicates, v.external_id_needed, v.allow_list,
           v.day_count_most, v.payee_day_most, v.payee_count_most, v.fee_points, v.fee_least, v.fee_top, v.fee_back, false, now(),
           'diego@retaguarda.example'
      from payout_setting_version v where v.company_id = %(company)s and not v.methods @> array['ted'] order by v.version desc limit 1
"""
