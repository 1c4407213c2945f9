"""What came back of payments, and what is asked back."""

from collections.abc import Callable
from typing import Any

import pytest

from people import Person
from support.batches import BATCHES, lines, planned, read_lines, submit
from support.batches import settle as settle_all
from support.charges import Counter
from support.payments import PAYMENTS, pay, read
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
RETURNS, CLAIMS = "/v1/payouts/returns", "/v1/payouts/claims"


async def test_what_came_back_is_booked_once_listed_and_seen_by_its_merchant_alone(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    await settle(counter, made)
    e2e = (await read(bruno, made))["end_to_end_id"]
    said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": "20.00"})
    assert said.status_code == 201, said.text
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, made)
    part = await read(bruno, made)
    assert (part["status"], part["returned"]["amount"]) == ("partly_returned", 2_000)
    assert part["timeline"][-1]["kind"] == "payouts:payment:partly_returned"
    (row,) = (await bruno.get(RETURNS)).json()
    assert (row["payment_id"], row["amount"]["amount"], row["source"]) == (made, 2_000, "bank")
    one = (await bruno.get(f"{RETURNS}/{row['id']}")).json()
    assert (one["part"], one["payment_amount"]["amount"]) == (True, 5_000)
    assert (await carla.get(f"{RETURNS}/{row['id']}")).status_code in (403, 404)


async def test_the_list_of_batches_tells_what_came_back_of_each(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    batch = await planned(bruno, counter, lines(2))
    assert (await submit(bruno, batch)).status_code == 200
    await settle_all(counter, sql)
    (row,) = (await bruno.get(BATCHES)).json()
    assert (row["source"], row["good"], row["returned"]["amount"], row["approved_by"]) == ("paste", 2, 0, None)
    assert row["sha256"] == batch["sha256"][:12]
    made, e2e = sql("select id::text, end_to_end_id from payout order by batch_line")[0]
    said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": "3.00"})
    assert said.status_code == 201, said.text
    await counter.run_job("payouts.take_back", 2, made)
    (row,) = (await bruno.get(BATCHES)).json()
    assert row["returned"] == {"amount": 300, "currency": "BRL"}


async def test_a_line_that_came_back_says_so_and_is_sent_again_though_its_batch_was_paid_whole(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    batch = await planned(bruno, counter, lines(3))
    assert (await submit(bruno, batch)).status_code == 200
    await settle_all(counter, sql)
    again = f"{BATCHES}/{batch['id']}/again"
    nothing = await bruno.post(again)
    assert (nothing.status_code, nothing.json()["message"]) == (409, "batch_nothing_failed")
    for (made, e2e), more in zip(
        sql("select id::text, end_to_end_id from payout order by batch_line"), ({}, {"valor": "3.00"}), strict=False
    ):
        said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, **more})
        assert said.status_code == 201, said.text
        await counter.run_job("payouts.take_back", 2, made)
    shown = [row["status"] for row in await read_lines(bruno, batch["id"])]
    assert shown == ["returned", "partly_returned", "done"]
    for locale, words in (
        ("pt", (("devolvido", "10,00"), ("devolvido em parte", "3,00"), ("pago", ""))),
        ("en", (("returned", "10.00"), ("partly returned", "3.00"), ("paid", ""))),
    ):
        told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind="result", locale=locale)
        rows = [row.split(";") for row in told.content.decode("utf-8-sig").splitlines()[1:]]
        # All were paid, whatever came back of them.
        assert [(row[6], row[-1], bool(row[8])) for row in rows] == [(*each, True) for each in words]
    first, twice = [await bruno.post(again) for _ in range(2)]
    assert (first.status_code, first.json()["lines"]) == (201, 1), first.text
    assert (twice.status_code, twice.json()["message"]) == (409, "batch_nothing_failed")


async def test_a_payment_is_asked_back_by_a_dispute(
    bruno: Person, ana: Person, carla: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    path = f"{PAYMENTS}/{made}/claims"
    why = {"reason": "fraud", "details": "Golpe do falso fornecedor"}
    assert (await bruno.post(path, why)).json()["message"] == "transfer_not_done"
    await settle(counter, made)
    asked = await bruno.post(path, why)
    assert asked.status_code == 201, asked.text
    (row,) = (await bruno.get(CLAIMS)).json()
    assert (row["id"], row["payment_id"]) == (asked.json()["id"], made)
    assert (await bruno.post(path, why)).json()["message"] == "claim_open"
    assert (await carla.post(path, why)).status_code in (403, 404)
