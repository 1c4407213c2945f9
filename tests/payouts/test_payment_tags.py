"""Merchants sort payments by tags and cost centre; of those that wait for money the highest priority leaves first."""

from typing import Any

import pytest

from conftest import Sql
from people import Person
from support.batches import HEADINGS, line, planned, read_lines, settle, submit, table, whys
from support.charges import Counter
from support.payments import PAYMENTS, pay, read
from support.settings import set_payouts

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

BROUGHT = "/v1/payouts/brought-payments"


async def test_a_payment_keeps_what_it_is_sorted_by_and_lists_find_it(
    ana: Person, bruno: Person, carla: Person, counter: Counter
) -> None:
    await counter.paid(ana, 90_000)
    sorted_by: dict[str, Any] = {"tags": [" Folha ", "rh", "folha"], "cost_centre": "Loja 12", "priority": "high"}
    first, again = [await pay(bruno, 1_000, once="c2a1", **sorted_by) for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json())
    plain = (await pay(bruno, 2_000)).json()
    made = await read(bruno, first.json()["id"])
    assert (made["tags"], made["cost_centre"], made["priority"]) == (["folha", "rh"], "Loja 12", "high")
    assert (plain["tags"], plain["cost_centre"], plain["priority"]) == ([], None, "normal")
    for filters in ({"tags": "rh"}, {"tags": "folha"}, {"cost_centre": "Loja 12"}, {"priority": "high"}):
        rows = (await bruno.get(PAYMENTS, **filters)).json()
        assert [(row["id"], row["tags"]) for row in rows] == [(made["id"], ["folha", "rh"])], filters
    assert (await bruno.get(PAYMENTS, tags="outra")).json() == []
    assert made["id"] not in (await carla.get(PAYMENTS, tags="rh")).text
    refused: tuple[dict[str, Any], ...] = (
        {"tags": ["x"] * 11},
        {"tags": ["x" * 31]},
        {"priority": "urgent"},
        {"cost_centre": "x" * 61},
    )
    for wrong in refused:
        assert (await pay(bruno, 3_000, **wrong)).status_code == 400, wrong
    bad = await pay(bruno, 3_000, tags=["one\ntwo"])
    assert (bad.status_code, bad.json()["message"]) == (400, {"tags": ["tags_invalid"]})


async def test_lines_of_a_batch_and_brought_payments_are_sorted_too(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    headings = f"{HEADINGS};Etiquetas;Centro de custo;Prioridade"
    text = table(
        f"{line(0, '10,00')};Folha, RH;Loja 12;Alta",
        f"{line(1, '20,00')};;;",
        f"{line(2, '30,00')};{'x' * 31};;urgente",
        headings=headings,
    )
    batch = await planned(bruno, counter, text)
    found = sql("select problems from payout_line where batch_id = %s order by number", batch["id"])
    assert [sorted(why for _, why in whys(problems)) for (problems,) in found] == [
        [],
        [],
        ["priority_unknown", "tags_invalid"],
    ]
    good = await bruno.post(f"/v1/payouts/batches/{batch['id']}/choice", {"choice": "good"}, key=None)
    assert (await submit(bruno, good.json())).status_code == 200
    brought = await bruno.post(
        BROUGHT,
        {
            "amount": {"amount": 1_250},
            "external_id": "invoice-1",
            "key": {"kind": "email", "value": "iara@example.com"},
            "holder_name": "Iara Pontes",
            "holder_document": "529.982.247-25",
            "tags": ["viagem"],
            "priority": "low",
        },
    )
    assert brought.status_code == 202, brought.text
    one = brought.json()
    assert (await submit(bruno, one)).status_code == 200
    await settle(counter, sql)
    query = "select amount::int, tags, cost_centre, priority from payout order by amount"
    assert sql(query) == [
        (1_000, ["folha", "rh"], "Loja 12", 1),
        (1_250, ["viagem"], None, -1),
        (2_000, [], None, 0),
    ]
    assert len(await read_lines(bruno, batch["id"])) == 3


@pytest.mark.parametrize("skips", [True, False])
async def test_of_payments_that_wait_for_money_the_highest_priority_leaves_first(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, skips: bool
) -> None:
    set_payouts(sql, queue=True, queue_skips=skips)
    names = ("low", "normal", "high", "normal")
    ids = [(await pay(bruno, 10_000 + number, priority=name)).json()["id"] for number, name in enumerate(names)]
    assert [(await read(bruno, each))["status"] for each in ids] == ["queued"] * 4
    left = list[int]()
    for _ in ids:
        await counter.paid(ana, 10_500)
        await counter.run_job("payouts.waiting")
        states = [(await read(bruno, each))["status"] for each in ids]
        left += [number for number, state in enumerate(states) if state != "queued" and number not in left]
    assert left == [2, 1, 3, 0]


async def test_strictly_in_order_a_payment_passes_those_of_a_lower_priority_only(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    set_payouts(sql, queue=True, queue_skips=False)
    waiting = (await pay(bruno, 50_000)).json()
    await counter.paid(ana, 20_000)
    behind, before = [(await pay(bruno, 1_000 + n, priority=name)).json() for n, name in enumerate(("normal", "high"))]
    assert [each["status"] for each in (waiting, behind, before)] == ["queued", "queued", "pending"]
