"""An external id is one payment's for ever, also where two batches that name it wait for people at the same time."""

import asyncio
import json

from conftest import Sql
from people import AURORA, Person
from support.batches import BATCHES, line, planned, read, read_lines, settle, submit, table, whys
from support.charges import Counter
from support.payments import pay

HELD = "select coalesce(sum(amount), 0)::int from ledger_hold where company_id = %s and state = 'open'"


async def test_of_two_batches_with_one_external_id_the_second_is_refused_and_its_line_is_marked(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    first = await planned(bruno, counter, table(line(0, "10,00", "invoice-1")), "one")
    second = await planned(bruno, counter, table(line(1, "20,00"), line(2, "30,00", "invoice-1")), "two")
    assert (await submit(bruno, first, "a")).status_code == 200
    assert (await submit(bruno, first, "a")).status_code == 200
    for _ in range(2):
        refused = await submit(bruno, second, "b")
        assert (refused.status_code, refused.json()["message"]) == (409, "batch_external_id_used")
        assert refused.json()["error"] == "line 3, external_id: invoice-1"
    assert (await read(bruno, second["id"]))["status"] == "planned"
    # Before any line of the first is a payment, and after: the id is taken, and nothing of the second is held.
    await counter.work()
    marked = await read(bruno, second["id"])
    assert (marked["good"], marked["bad"], marked["status"]) == (1, 1, "planned")
    assert {each["number"]: whys(json.loads(each["problems"])) for each in await read_lines(bruno, second["id"])} == {
        2: [],
        3: [("external_id", "reference_used")],
    }
    assert "payouts:payout_batch:external_id_used" in [each["kind"] for each in marked["timeline"]]
    await settle(counter, sql)
    assert (await read(bruno, first["id"]))["status"] == "done"
    assert sql(HELD, AURORA) == [(0,)]
    # The rest of it leaves once the line is left out.
    left = await bruno.post(f"{BATCHES}/{second['id']}/exclude", {"lines": [3]}, key=None)
    assert left.status_code == 200, left.text
    assert (await submit(bruno, left.json())).status_code == 200
    await settle(counter, sql)
    assert (await read(bruno, second["id"]))["status"] == "done"
    assert sql("select count(*)::int from payout where external_id = 'invoice-1'") == [(1,)]


async def test_a_batch_that_waits_says_that_another_took_its_external_id_before_anybody_submits_it(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    first = await planned(bruno, counter, table(line(0, "10,00", "invoice-1")), "one")
    second = await planned(bruno, counter, table(line(1, "20,00", "invoice-1"), line(2)), "two")
    other = await planned(bruno, counter, table(line(3, "20,00", "invoice-2")), "three")
    assert (await submit(bruno, first)).status_code == 200
    # Nothing of the first is a payment yet; a file that is brought now sees its lines all the same.
    third = await bruno.post(
        "/v1/payouts/batch-tables", {"name": "four", "text": table(line(4, "10,00", "invoice-1"))}, key="t"
    )
    await counter.work()
    assert [(await read(bruno, each["id"]))["bad"] for each in (second, other, third.json())] == [1, 0, 1]
    assert (await read(bruno, second["id"]))["plan_hash"] != second["plan_hash"]
    assert (await read(bruno, other["id"]))["plan_hash"] == other["plan_hash"]


async def test_of_batches_that_are_submitted_in_the_same_moment_one_is_authorised(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 300_000)
    texts = [table(line(number, f"{number + 1}0,00", "invoice-1")) for number in range(4)]
    batches = [await planned(bruno, counter, text, f"batch {number}") for number, text in enumerate(texts)]
    answers = await asyncio.gather(*(submit(bruno, each) for each in batches))
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    assert {each.json()["message"] for each in answers if each.status_code == 409} == {"batch_external_id_used"}
    await settle(counter, sql)
    states = [(await read(bruno, each["id"]))["status"] for each in batches]
    assert sorted(states) == ["done", "planned", "planned", "planned"]
    assert sql(HELD, AURORA) == [(0,)]


async def test_a_payment_and_a_batch_in_the_same_moment_do_not_share_an_external_id(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 300_000)
    for round_ in range(3):
        name = f"invoice-{round_}"
        batch = await planned(bruno, counter, table(line(round_, f"{round_ + 1}0,00", name)), name)
        amount = 4_100 + round_
        asked = await asyncio.gather(submit(bruno, batch), pay(bruno, amount, external_id=name))
        assert sorted(each.status_code for each in asked) in ([200, 409], [201, 409])
    await settle(counter, sql)
    assert sql("select count(*)::int, count(distinct external_id)::int from payout where external_id is not null") == [
        (3, 3)
    ]


async def test_a_payment_takes_no_external_id_of_a_line_that_was_approved_until_the_line_is_stopped(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    batch = await planned(bruno, counter, table(line(0, "10,00", "invoice-1")))
    assert (await submit(bruno, batch)).status_code == 200
    refused = await pay(bruno, external_id="invoice-1")
    assert (refused.status_code, refused.json()["message"]) == (409, "external_id_used")
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/stop", key=None)).status_code == 200
    assert (await pay(bruno, external_id="invoice-1")).status_code == 201
    await settle(counter, sql)


async def test_a_batch_that_meets_its_external_id_in_a_payment_stands_still_and_frees_its_money_when_it_is_stopped(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    assert (await pay(bruno, external_id="invoice-0")).status_code == 201
    await settle(counter, sql)
    batch = await planned(bruno, counter, table(line(0), line(1, "20,00", "invoice-1")))
    assert (await submit(bruno, batch)).status_code == 200
    # As the owner of the database could, and as two batches did that were authorised before the check was made.
    sql("alter table payout disable trigger user")
    sql("update payout set external_id = 'invoice-1' where external_id = 'invoice-0'")
    sql("alter table payout enable trigger user")
    await counter.work()
    stopped = await read(bruno, batch["id"])
    assert (stopped["status"], stopped["error"]["code"], stopped["error"]["line"]) == ("paused", "external_id_used", 3)
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/stop", key=None)).status_code == 200
    await counter.work()
    assert (await read(bruno, batch["id"]))["status"] == "done_in_part"
    assert sql(HELD, AURORA) == [(0,)]
