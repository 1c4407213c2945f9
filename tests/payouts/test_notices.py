"""A bank that tells how orders end: nobody waits for the lane, and a notice is believed only as far as the bank confirms it."""

from collections.abc import AsyncIterator

import pytest

from bank import Bank, open_bank
from conftest import Sql
from people import Person
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET
from retaguarda_sandbox.settings import SandboxSettings
from support.charges import Counter
from support.withdrawals import read, usable, withdraw

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
async def bank(peopled_url: str) -> AsyncIterator[Bank]:
    settings = SandboxSettings(
        database_url=peopled_url, client_id=SANDBOX_CLIENT, client_secret=SANDBOX_SECRET, refund_seconds=0
    )
    async with open_bank(settings, "http://psp") as opened:
        yield opened


async def processing(counter: Counter, ana: Person, bruno: Person, sql: Sql, delay_ms: int) -> tuple[str, str]:
    """A withdrawal that the bank works on for so long, and the number of its Pix."""
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=delay_ms, times=1)
    made = (await withdraw(bruno, account)).json()["id"]
    await counter.work()
    assert (await read(bruno, made))["status"] == "in_bank_processing"
    ((number,),) = sql("select end_to_end_id from payout_order where payout_id = %s", made)
    return made, number


async def test_an_order_ends_by_the_notice_of_the_bank_before_its_lane_asks(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    made, number = await processing(counter, ana, bruno, sql, 300)
    sql("update payout_order set ask_at = now() + interval '10 minutes' where ask_at is not null")
    path, body = await counter.bank.next_notice()
    assert [pix["endToEndId"] for pix in body["pix"]] == [number]
    for _ in range(2):
        assert (await counter.stranger.post(path, json=body)).status_code == 200
    await counter.work()
    assert (await read(bruno, made))["status"] == "done"
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(1,)]
    # It was sent, not received: nobody looks for it among what came in.
    assert sql("select count(*) from procrastinate_jobs where task_name = 'payin.read_back' and args ->> 'end_to_end_id' = %s", number) == [(0,)]  # fmt: skip


async def test_a_notice_that_says_paid_of_an_order_the_bank_works_on_pays_nothing(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    made, number = await processing(counter, ana, bruno, sql, 600_000)
    ((hook,),) = sql("select url from sandbox.webhook limit 1")
    path = "/" + hook.split("/", 3)[3] + "/pix"
    said = {"endToEndId": number, "valor": "50.00", "status": "REALIZADO", "gnExtras": {"idEnvio": "x"}}
    assert (await counter.stranger.post(path, json={"pix": [said]})).status_code == 200
    await counter.work()
    assert (await read(bruno, made))["status"] == "in_bank_processing"
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(0,)]


@pytest.mark.parametrize("extras", [None, {}, {"idEnvio": None}, [], "idEnvio"])
async def test_what_came_in_is_read_back_whatever_a_notice_adds_to_it(
    ana: Person, counter: Counter, sql: Sql, extras: object
) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    (pix,) = body["pix"]
    assert (await counter.stranger.post(path, json={"pix": [pix | {"gnExtras": extras}]})).status_code == 200
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
