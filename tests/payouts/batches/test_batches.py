"""Batches: a file of payments is read, planned, sealed, authorised as a whole, and paid line by line."""

import contextlib
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from people import Person
from retaguarda.foundation.database import Tx
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payouts.batches import run_batch
from retaguarda.payouts.batches.model import BatchRow, LineRow
from retaguarda.payouts.batches.queries import update_batch
from support.batches import BATCHES, line, lines, paste, planned, read, read_lines, settle, submit, table
from support.charges import Counter
from support.payments import pay

Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_file_is_planned_approved_paid_and_told_line_by_line(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(
        "insert into payout_setting values (1, 150, 1500000, 24, 'BRL') on conflict (company_id) do update set fee = 150"
    )
    await counter.paid(ana, 10_000)
    key, text = str(uuid4()), table(line(0, "10,00", "a-1"), line(1, "20,50"), line(2, "1.234"))
    first, second = [await paste(bruno, text, key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (201, second.content)
    await counter.work()
    batch = await read(bruno, first.json()["id"])
    assert (batch["status"], batch["lines"], batch["good"], batch["bad"]) == ("planned", 3, 2, 1)
    assert (batch["amount"]["amount"], batch["fee"]["amount"], batch["total"]["amount"]) == (3_050, 300, 3_350)
    assert (await submit(bruno, batch)).json()["message"] == "batch_has_bad_lines"
    batch = (await bruno.post(f"{BATCHES}/{batch['id']}/choice", {"choice": "good"}, key=None)).json()
    wrong = await submit(bruno, batch, total={"amount": 3_349})
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"total": ["total_wrong"]})
    key = str(uuid4())
    first, second = [await submit(bruno, batch, key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (200, second.content), first.text
    assert (await counter.balances(ana))["on_hold"] == 3_350
    await settle(counter, sql)
    done = await read(bruno, batch["id"])
    assert (done["status"], done["progress"]["done"], done["turned"]) == ("done", 2, 2)
    assert await counter.balances(ana) == {"available": 9_901 - 3_350, "on_hold": 0, "in_review": 0}
    told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind="result", locale="pt")
    rows = told.content.decode("utf-8-sig").splitlines()
    assert (
        rows[0]
        == "Nome;Documento;Chave Pix;Valor;Descrição;Referência;estado;id fim a fim;pago em;tarifa;código;motivo;valor devolvido"
    )
    assert rows[1].startswith("Iara Pontes;52998224725;payee0@example.com;10,00;Folha;a-1;pago;E")
    assert "não enviado" in rows[3]
    assert "valor é ambíguo" in rows[3]


async def test_a_line_is_known_to_pay_whom_a_single_payment_paid(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    entry = {"key": "payee0@example.com", "name": "João Pedro da Silva", "document": "12345678909"}
    assert (await counter.bank.client.post("/sandbox/dict/entries", json=entry)).status_code == 201
    said = await pay(bruno, 1_000, key={"kind": "email", "value": "payee0@example.com"})
    assert said.status_code == 201, said.text
    await settle(counter, sql)
    batch = await planned(bruno, counter, table(line(0, "10,00"), line(1, "10,00")))
    again, new = await read_lines(bruno, batch["id"])
    assert ("paid_recently" in again["warnings"], "first_time" in again["warnings"]) == (True, False)
    assert ("paid_recently" in new["warnings"], "first_time" in new["warnings"]) == (False, True)


async def test_a_line_is_left_out_and_taken_in_again_and_each_time_another_root_is_what_is_approved(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    batch = await planned(bruno, counter, lines(4))
    out = await bruno.post(f"{BATCHES}/{batch['id']}/exclude", {"lines": [3]}, key=None)
    assert (out.json()["good"], out.json()["excluded"], out.json()["amount"]["amount"]) == (3, 1, 3_000)
    assert out.json()["root"] != batch["root"]
    old = await submit(bruno, batch)
    assert (old.status_code, old.json()["message"]) == (409, "plan_changed")
    back = await bruno.post(f"{BATCHES}/{batch['id']}/exclude", {"lines": [3], "back": True}, key=None)
    assert back.json()["root"] == batch["root"]
    await bruno.post(f"{BATCHES}/{batch['id']}/exclude", {"lines": [3]}, key=None)
    assert (await submit(bruno, await read(bruno, batch["id"]))).status_code == 200
    await settle(counter, sql)
    assert [row["status"] for row in await read_lines(bruno, batch["id"])] == ["done", None, "done", "done"]
    assert (await counter.balances(ana))["on_hold"] == 0


async def test_a_batch_is_paused_resumed_and_stopped_and_the_money_of_what_is_left_is_free(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_batch, "CHUNK", 2)
    await counter.paid(ana, 100_000)
    batch = (await submit(bruno, await planned(bruno, counter, lines(6)))).json()
    path, turn = f"{BATCHES}/{batch['id']}", run_batch.Running._turn

    async def paused(self: run_batch.Running, tx: Tx, row: BatchRow, found: list[LineRow]) -> BatchRow:
        done = await turn(self, tx, row, found)
        return await update_batch(tx, done, status="paused")

    monkeypatch.setattr(run_batch.Running, "_turn", paused)
    for turned in (2, 4):
        await counter.run_job("payouts.run_batch", 2, batch["id"])
        found = await read(bruno, batch["id"])
        assert (found["status"], found["turned"]) == ("paused", turned)
        assert (await counter.balances(ana))["on_hold"] == 6_000
        if turned == 2:
            assert (await bruno.post(f"{path}/resume", key=None)).status_code == 200
    await settle(counter, sql)
    assert (await counter.balances(ana))["on_hold"] == 2_000
    stopped = await bruno.post(f"{path}/stop", key=None)
    assert stopped.status_code == 200, stopped.text
    found = await read(bruno, batch["id"])
    assert (found["status"], found["progress"]["done"], found["turned"]) == ("done_in_part", 4, 4)
    assert (await counter.balances(ana))["on_hold"] == 0
    assert (await bruno.post(f"{path}/stop", key=None)).json()["message"] == "batch_not_open"


async def test_what_failed_is_sent_again_as_a_new_batch_that_names_what_it_replaces(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    headings = "Nome;Documento;Banco;Agência;Conta;Tipo da conta;Valor;Referência"
    refused = "Iara;52998224725;18236120;9907;4455667-8;pagamento;10,00;r-1"
    batch = await planned(
        bruno, counter, table(refused, refused.replace("9907", "1425").replace("r-1", "r-2"), headings=headings)
    )
    await submit(bruno, batch)
    await settle(counter, sql)
    found = await read(bruno, batch["id"])
    assert (found["status"], found["progress"]["done"], found["progress"]["failed"]) == ("done_in_part", 1, 1)
    key = str(uuid4())
    first, second = [await bruno.post(f"{BATCHES}/{batch['id']}/again", key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (201, second.content)
    again = first.json()
    assert (again["source"], again["replaces"], again["good"], again["status"]) == ("again", batch["id"], 1, "planned")
    (line_again,) = await read_lines(bruno, again["id"])
    assert (line_again["external_id"], "paid_recently" in line_again["warnings"]) == (None, False)
    twice = await bruno.post(f"{BATCHES}/{batch['id']}/again")
    assert (twice.status_code, twice.json()["message"]) == (409, "batch_nothing_failed")
    assert (await submit(bruno, again)).status_code == 200
    await settle(counter, sql)
    assert sql("select count(*) from payout where replaces is not null") == [(1,)]
    # What was paid once is told when it comes again.
    later = await planned(
        bruno, counter, table(refused.replace("9907", "1425").replace("r-1", "r-3"), headings=headings)
    )
    assert [each["category"] for each in later["categories"]] == ["warned"]


async def test_a_batch_that_nobody_submits_for_three_days_expires(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    batch, fresh = await planned(bruno, counter, lines(2)), await planned(bruno, counter, lines(3))
    sql("update payout_batch set planned_at = now() - interval '73 hours' where id = %s", batch["id"])
    for _ in range(2):
        await counter.run_job("payouts.expire_batches")
    assert [(await read(bruno, each["id"]))["status"] for each in (batch, fresh)] == ["expired", "planned"]
    late = await submit(bruno, batch)
    assert (late.status_code, late.json()["message"]) == (409, "batch_not_open")
    again = await planned(bruno, counter, lines(2))
    assert again["status"] == "planned"


async def test_stopping_a_batch_cancels_the_payments_that_the_bank_was_not_asked_for(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    batch = (await submit(bruno, await planned(bruno, counter, lines(4)))).json()
    await counter.run_job("payouts.run_batch", 2, batch["id"])
    (first,) = sql("select id::text from payout where batch_id = %s and batch_line = 2", batch["id"])[0]
    with contextlib.suppress(TryAgain):
        await counter.run_job("payouts.send", 2, first)
    stopped = await bruno.post(f"{BATCHES}/{batch['id']}/stop", key=None)
    assert stopped.status_code == 200, stopped.text
    states = [row["status"] for row in await read_lines(bruno, batch["id"])]
    assert (states[0] in ("in_bank_processing", "done"), states[1:]) == (True, ["cancelled"] * 3)
    await settle(counter, sql)
    assert (await read(bruno, batch["id"]))["status"] == "done_in_part"
    assert (await counter.balances(ana))["on_hold"] == 0
