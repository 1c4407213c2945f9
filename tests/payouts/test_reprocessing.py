"""What is asked again: by whom, why, and what came of it; never a second payment."""

import pytest

from conftest import Sql
from people import Person
from support.charges import Counter
from support.remittances import FILES, FileDesk
from support.withdrawals import read, settle, usable, withdraw

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

PATH = "/v1/payouts/reprocessing"


async def test_the_bank_is_asked_again_and_pays_once(
    diego: Person, bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    diego.account = "all"
    await counter.paid(ana, 10_000)
    payout = (await withdraw(bruno, await usable(bruno, sql), 1_000)).json()["id"]
    # The bank has the order, and its answer is lost.
    await counter.bank.fault(effect="status", status=504, route="PUT /gn/pix", times=1, after_work=True)
    await counter.work()
    assert (await read(bruno, payout))["status"] == "in_bank_processing"
    ask = f"/v1/payouts/payments/{payout}/reprocess"
    assert (await bruno.post(ask, {"reason": "sem resposta"})).status_code == 403
    assert (await carla.post(ask, {"reason": "sem resposta"})).status_code in (403, 404)
    for _ in range(2):
        said = await diego.post(ask, {"reason": "sem resposta do banco"}, key="one intent")
        assert said.status_code == 200, said.text
    await counter.work()
    await settle(counter, payout)
    done = await read(bruno, payout)
    assert (done["status"], [order["state"] for order in done["orders"]]) == ("done", ["done"])
    rows = (await diego.get(PATH)).json()
    assert {(row["kind"], row["payout_id"], row["actor"], row["reason"]) for row in rows} == {
        ("status_asked", payout, "diego@retaguarda.example", "sem resposta do banco")
    }
    assert (await diego.post(ask, {"reason": "mais uma vez"})).json()["message"] == "nothing_to_ask"
    assert sql("select count(*), sum(valor)::int from sandbox.payout") == [(1, 1_000)]
    assert (await counter.balances(ana))["on_hold"] == 0


async def test_an_order_in_a_file_waits_for_its_return_and_a_file_is_planned_again(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    diego.account = "all"
    desk = FileDesk(diego, bruno, counter, sql)
    await desk.by_file()
    (payout,) = await desk.pay(ana, 5_000)
    said = await diego.post(f"/v1/payouts/payments/{payout}/reprocess", {"reason": "sem resposta"})
    assert (said.status_code, said.json()["message"]) == (409, "waits_for_return_file")
    remittance = await desk.sealed()
    first = await desk.upload(await desk.answered(remittance, 1))
    second = await desk.upload(await desk.answered(remittance, 2))
    await desk.apply(first)
    # What it would do is another thing now.
    assert await desk.effects(second) == {("done", None): (1, 0)}
    again = await diego.post(f"{FILES}/{second['id']}/reprocess", {"reason": "aplicado por outro arquivo"})
    assert again.status_code == 200, again.text
    assert again.json()["plan_hash"] != second["plan_hash"]
    assert await desk.effects(second) == {("already", None): (1, 0)}
    rows = (await diego.get(PATH)).json()
    assert [(row["kind"], row["file_id"], row["reason"]) for row in rows] == [
        ("file_read_again", second["id"], "aplicado por outro arquivo")
    ]
    # Of an applied one nothing follows that did not before.
    over = await diego.post(f"{FILES}/{first['id']}/reprocess", {"reason": "outra vez"})
    assert (over.json()["status"], over.json()["plan_hash"]) == ("applied", first["plan_hash"])


async def test_a_new_order_and_a_line_in_another_file_stand_in_the_history(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    diego.account = "all"
    desk = FileDesk(diego, bruno, counter, sql)
    await desk.by_file()
    (payout,) = await desk.pay(ana, 5_000)
    refused = await desk.upload(await desk.answered(await desk.sealed(), refuse="HA"))
    await desk.apply(refused)
    rows = (await diego.get(PATH)).json()
    assert [(row["kind"], row["payout_id"], row["attempt"], row["actor"], row["reason"]) for row in rows] == [
        ("line_resent", payout, 2, "clock", "341-HA")
    ]
