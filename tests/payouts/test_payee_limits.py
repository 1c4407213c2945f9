"""Limits by count and of each payee: counters that a payment, a batch and whatever ends keep right, whoever writes."""

import asyncio
from typing import Any

import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person
from support.batches import BATCHES, lines, planned, read_lines, settle, submit, table, whys
from support.batches import line as row_of
from support.charges import Counter, offenders
from support.payments import PAYMENTS, pay
from support.settings import set_payouts

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

IARA: dict[str, Any] = {
    "key": {"kind": "email", "value": "iara@example.com"},
    "holder_name": "Iara Pontes",
    "holder_document": "529.982.247-25",
}


async def refused(person: Person, amount: int, **more: Any) -> Any:
    said = await pay(person, amount, **more)
    assert said.status_code in (201, 400), said.text
    return said.json()["message"] if said.status_code == 400 else None


async def test_each_payee_has_a_limit_of_its_own_on_each_day(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, payee_day_most=5_000)
    assert await refused(bruno, 3_000) is None
    assert await refused(bruno, 2_001) == {"amount": ["payee_day_limit"]}
    # The same person at another destination is the same payee; somebody else is not.
    elsewhere = {"key": {"kind": "email", "value": "outra@example.com"}}
    assert await refused(bruno, 2_001, **elsewhere) == {"amount": ["payee_day_limit"]}
    assert await refused(bruno, 5_000, **IARA) is None
    assert await refused(bruno, 2_000, **elsewhere) is None
    # Another day has a limit of its own.
    assert await refused(bruno, 5_000, scheduled_for=today(30).isoformat()) is None
    cancelled = sql("select id from payout where amount = 2000")[0][0]
    assert (await bruno.post(f"{PAYMENTS}/{cancelled}/cancel")).status_code == 200
    assert await refused(bruno, 2_000) is None


async def test_payments_of_a_day_are_counted_for_all_and_for_each_payee(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, day_count_most=3, payee_count_most=2)
    once = "6a0d3e44-0e0b-4bf5-8a34-5f8b2b5b7d11"
    first, again = [await pay(bruno, 1_000, once=once) for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content)
    assert await refused(bruno, 1_001) is None
    assert await refused(bruno, 1_002) == {"amount": ["payee_count_limit"]}
    assert await refused(bruno, 1_003, **IARA) is None
    assert await refused(bruno, 1_004, **IARA) == {"amount": ["transfer_count_limit"]}


async def test_payments_at_the_limit_of_a_payee_at_once_are_one_too_few_never_one_too_many(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, payee_day_most=4_000)
    said = await asyncio.gather(*(pay(bruno, 1_000 + number) for number in range(6)))
    assert sorted(each.status_code for each in said) == [201, 201, 201, 400, 400, 400]
    # Whoever writes past the engine is refused by the counter.
    with pytest.raises(psycopg.DatabaseError, match="transfer_payee_limit"):
        sql(
            "insert into payout (company_id, id, origin, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name,"
            " holder_document, created_by, actor, method, destination, document_hash, held)"
            " select company_id, gen_random_uuid(), origin, 'pending', 4000, currency, 0, kind, pix_key, pix_key_kind, holder_name,"
            " holder_document, created_by, actor, method, destination, document_hash, held from payout limit 1"
        )


async def test_a_plan_says_which_lines_pass_the_limit_of_their_payee_and_the_batch_reserves_once(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, payee_day_most=3_000, payee_count_most=2)
    # Lines 0, 3, 6 name one person, and so do 1, 4.
    text = table(
        *(
            row_of(number, amount)
            for number, amount in ((0, "20,00"), (3, "10,01"), (1, "10,00"), (4, "5,00"), (7, "1,00"))
        )
    )
    batch = await planned(bruno, counter, text)
    found = sql("select problems from payout_line where batch_id = %s order by number", batch["id"])
    assert [[why for _, why in whys(problems)] for (problems,) in found] == [
        [],
        ["over_payee_limit"],
        [],
        [],
        ["over_payee_count"],
    ]
    good = await bruno.post(f"{BATCHES}/{batch['id']}/choice", {"choice": "good"}, key=None)
    assert good.status_code == 200, good.text
    assert (await submit(bruno, good.json())).status_code == 200
    used = "select period, used from payout_limit_use where payee <> '\\x' order by period, used"
    assert sql(used) == [("payee", 1_500), ("payee", 2_000), ("payee_count", 1), ("payee_count", 2)]
    assert offenders(counter.url) == {}
    assert await refused(bruno, 1_001, **IARA) == {"amount": ["payee_day_limit"]}
    await settle(counter, sql)
    assert sql(used) == [("payee", 1_500), ("payee", 2_000), ("payee_count", 1), ("payee_count", 2)]
    assert len(await read_lines(bruno, batch["id"])) == 5


async def test_a_batch_beyond_a_limit_is_refused_as_a_whole_and_a_stopped_one_gives_back(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, day_count_most=4, payee_day_most=2_000)
    batch, other = [await planned(bruno, counter, lines(3, amount)) for amount in ("10,00", "9,00")]
    assert (await submit(bruno, batch)).status_code == 200
    assert (await submit(bruno, other)).json()["message"] == {"amount": ["transfer_count_limit"]}
    set_payouts(sql, payee_day_most=1_500)
    assert (await submit(bruno, other)).json()["message"] == {"amount": ["payee_day_limit"]}
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/stop", key=None)).status_code == 200
    assert sql("select distinct used from payout_limit_use") == [(0,)]
    assert (await submit(bruno, other)).status_code == 200


async def test_the_settings_show_how_much_of_each_limit_is_used(
    ana: Person, bruno: Person, diego: Person, carla: Person, counter: Counter
) -> None:
    await counter.paid(ana, 90_000)
    settings = "/v1/payouts/settings/2"
    limits = {
        "day_most": {"amount": 10_000},
        "payee_day_most": {"amount": 5_000},
        "day_count_most": 4,
        "payee_count_most": 3,
    }
    said = await diego.put(settings, {"version": 0, "reason": "Pedido do cliente", "duplicates": "off", **limits})
    assert said.status_code == 200, said.text
    for amount in (3_000, 1_000):
        assert (await pay(bruno, amount)).status_code == 201
    use = (await diego.get(settings)).json()["use"]
    assert [
        (each["limit"], each["payee"], each["percent"], each["used_count"] or each["used"]["amount"]) for each in use
    ] == [
        ("day", None, 40, 4_000),
        ("count", None, 50, 2),
        ("payee", "João Pedro da Silva", 80, 4_000),
        ("payee_count", "João Pedro da Silva", 66, 2),
    ]
    assert (await carla.get(settings)).status_code in (403, 404)
    terms = (await bruno.get("/v1/payouts/payment-terms")).json()
    assert (terms["count_left"], terms["payee_most"]["amount"], terms["payee_count_most"]) == (2, 5_000, 3)
