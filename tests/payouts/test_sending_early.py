"""A payment that waits is sent now, or on another day: once, by what holds at that moment, and never beyond a limit."""

from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from conftest import Sql
from days import today
from people import AURORA, Person, set_up
from support.approvals import Desk, standing_policy
from support.batches import planned as batch_of
from support.batches import submit
from support.charges import Counter
from support.payees import KEY, Book
from support.payments import PAYMENTS, pay, read
from support.payout_rules import in_force
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

TOMORROW, LATER = str(today(1)), str(today(9))
HIS = {"key": "joao@loja.example", "name": "João Pedro da Silva", "document": "12345678909"}


async def planned(bruno: Person, amount: int = 5_000, day: str = LATER, **more: Any) -> str:
    said = await pay(bruno, amount, scheduled_for=day, **more)
    assert (said.status_code, said.json()["status"]) == (201, "created"), said.text
    return said.json()["id"]


async def send_now(person: Person, payment: str, key: str | None = None, **body: Any) -> httpx.Response:
    return await person.post(f"{PAYMENTS}/{payment}/send-now", body, key=key)


async def move_day(person: Person, payment: str, day: str, key: str | None = None) -> httpx.Response:
    return await person.post(f"{PAYMENTS}/{payment}/move-day", {"scheduled_for": day}, key=key)


def used(sql: Sql) -> dict[str, int]:
    """What counts of the limit of each day."""
    return {
        str(day): amount
        for day, amount in sql(
            "select day, used from payout_limit_use where company_id = %s and period = 'day' and used > 0", AURORA
        )
    }


async def test_a_planned_payment_leaves_now_once_and_counts_today(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await planned(bruno)
    assert used(sql) == {LATER: 5_000}
    plan = (await bruno.post(f"{PAYMENTS}/{made}/send-now/plan", {})).json()
    facts = {each["field"]: each["value"] for each in plan["facts"]}
    assert (facts["status"], facts["scheduled_for"]) == ("pending", str(today()))
    assert (await read(bruno, made))["status"] == "created"
    key = str(uuid4())
    first, second = [await send_now(bruno, made, key) for _ in range(2)]
    assert (first.status_code, second.content) == (200, first.content), first.text
    assert (first.json()["status"], first.json()["scheduled_for"]) == ("pending", str(today()))
    assert used(sql) == {str(today()): 5_000}
    await settle(counter, made)
    done = await read(bruno, made)
    assert (done["status"], [each["state"] for each in done["orders"]]) == ("done", ["done"])
    kinds = [each["kind"].rpartition(":")[2] for each in done["timeline"]]
    assert kinds == ["pay", "created", "pending", "send_now", "in_bank_processing", "done"]
    again = await send_now(bruno, made)
    assert (again.status_code, again.json()["message"]) == (409, "payment_not_waiting")


async def test_a_planned_payment_goes_to_another_day_and_counts_there(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await planned(bruno, day=TOMORROW)
    plan = (await bruno.post(f"{PAYMENTS}/{made}/move-day/plan", {"scheduled_for": LATER})).json()
    changed = {each["field"]: (each["before"], each["after"]) for each in plan["changes"]}
    assert changed == {"scheduled_for": (TOMORROW, LATER)}
    key = str(uuid4())
    first, second = [await move_day(bruno, made, LATER, key) for _ in range(2)]
    assert (first.status_code, second.content) == (200, first.content), first.text
    assert (first.json()["status"], first.json()["scheduled_for"], used(sql)) == ("created", LATER, {LATER: 5_000})
    for day, why in (
        (LATER, "day_same"),
        (str(today()), "day_not_later"),
        (str(today(-1)), "day_in_past"),
        ("2099-01-01", "day_too_far"),
    ):
        refused = await move_day(bruno, made, day)
        assert (refused.status_code, refused.json()["message"]) == (400, {"scheduled_for": [why]}), refused.text
    assert (await counter.balances(ana))["on_hold"] == 5_000
    (told,) = [each for each in (await read(bruno, made))["timeline"] if each["kind"] == "payouts:payment:move_day"]
    assert told["actor"] == bruno.email


async def test_neither_way_goes_beyond_the_limit_of_the_day_it_leads_to(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(_RULES, 2, 8_000, False, True)
    await counter.paid(ana, 50_000)
    made = await planned(bruno, 5_000)
    await planned(bruno, 4_000, TOMORROW)
    assert (await pay(bruno, 4_000, duplicate_reason="segunda parcela")).status_code == 201
    over = await move_day(bruno, made, TOMORROW)
    assert (over.status_code, over.json()["message"]) == (400, {"amount": ["transfer_day_limit"]})
    over = await send_now(bruno, made)
    assert (over.status_code, over.json()["message"]) == (400, {"amount": ["transfer_day_limit"]})
    assert used(sql) == {LATER: 5_000, TOMORROW: 4_000, str(today()): 4_000}
    assert (await read(bruno, made))["scheduled_for"] == LATER


async def test_what_waits_for_money_leaves_once_there_is_enough_and_in_its_order(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(_RULES, 2, None, True, False)
    await counter.paid(ana, 3_000)
    big, small = [(await pay(bruno, amount)).json()["id"] for amount in (5_000, 100)]
    behind = await send_now(bruno, small)
    assert (behind.status_code, behind.json()["message"]) == (409, "queue_in_order")
    poor = await send_now(bruno, big)
    assert (poor.status_code, poor.json()["message"]) == (422, "insufficient_balance")
    await counter.paid(ana, 10_000)
    sent = await send_now(bruno, big)
    assert (sent.status_code, sent.json()["status"], sent.json()["queued_reason"]) == (200, "pending", None), sent.text
    assert (await send_now(bruno, small)).json()["status"] == "pending"
    for each in (big, small):
        await settle(counter, each)
        assert (await read(bruno, each))["status"] == "done"


async def test_rules_of_today_judge_it_again_and_it_does_not_count_for_itself(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    held, refused, free = [await planned(bruno, amount) for amount in (4_200, 4_300, 4_400)]
    await in_force(
        diego,
        eva,
        counter,
        {"name": "De quatro olhos", "condition": "amount == 4200", "action": "second_person"},
        {"name": "Nunca", "condition": "amount == 4300", "action": "refuse"},
        {"name": "Repetido", "condition": "amount == 4400 && duplicates > 0", "action": "refuse"},
    )
    said = await send_now(bruno, held)
    assert (said.status_code, said.json()["status"], said.json()["hold_reason"]) == (200, "on_hold", "second_person")
    said = await send_now(bruno, refused)
    assert (said.status_code, said.json()["message"]) == (409, "payment_refused_rule")
    assert (await read(bruno, refused))["status"] == "created"
    assert (await send_now(bruno, free)).json()["status"] == "pending"


async def test_its_destination_is_looked_at_again(
    bruno: Person, ana: Person, diego: Person, book: Book, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    changed = await planned(bruno, 5_000, key=KEY)
    await settle(counter, (await pay(bruno, 6_000)).json()["id"])
    cooling = await send_now(bruno, changed)
    assert (cooling.json()["status"], cooling.json()["hold_reason"]) == ("on_hold", "cooling_off"), cooling.text
    twice = await planned(bruno, 6_000, duplicate_reason="segunda parcela")
    asked = await send_now(bruno, twice)
    assert (asked.status_code, asked.json()["message"]) == (400, {"duplicate_reason": ["duplicate_reason_needed"]})
    diego.account = "1"
    evidence = {"cause": "fraud_report", "evidence": "três relatos de fraude em um dia, com boletim de ocorrência"}
    said = await diego.post("/v1/payouts/suspects", {"document": "12345678909", **evidence})
    assert said.status_code == 201, said.text
    stopped = await send_now(bruno, twice, duplicate_reason="segunda parcela")
    assert (stopped.status_code, stopped.json()["message"]) == (409, "destination_suspect")


async def test_without_a_processor_that_takes_orders_now_nothing_is_promised(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    made, pending = await planned(bruno), (await pay(bruno, 6_000)).json()["id"]
    sql("update payout_processor set enabled = false")
    for each in (made, pending):
        shut = await send_now(bruno, each)
        assert (shut.status_code, shut.json()["message"]) == (409, "window_shut"), shut.text
    sql("update payout_processor set enabled = true")
    assert (await send_now(bruno, pending)).status_code == 200
    await settle(counter, pending)
    assert (await read(bruno, pending))["status"] == "done"


async def test_a_line_keeps_the_day_that_was_approved_with_its_batch(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    text = f"Nome;Documento;Chave Pix;Valor;Data\nIara Pontes;52998224725;iara@example.com;10,00;{LATER}\n"
    assert (await submit(bruno, await batch_of(bruno, counter, text))).status_code == 200
    await counter.work()
    ((made, status),) = sql("select id::text, status from payout where batch_id is not null")
    assert status == "created"
    for said in (await send_now(bruno, made), await move_day(bruno, made, TOMORROW)):
        assert (said.status_code, said.json()["message"]) == (409, "payment_in_batch"), said.text
    with pytest.raises(psycopg.Error, match="does not change"):
        sql("update payout set scheduled_for = %s where id = %s", TOMORROW, made)


async def test_only_its_day_changes_and_only_while_it_waits(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    made = await planned(bruno)
    for change in ("scheduled_for = scheduled_for + 1, amount = 1", "limit_day = limit_day + 1"):
        with pytest.raises(psycopg.Error, match="does not change"):
            sql(f"update payout set {change} where id = %s", made)
    assert (await send_now(bruno, made)).status_code == 200
    with pytest.raises(psycopg.Error, match="does not change"):
        sql("update payout set scheduled_for = scheduled_for + 1 where id = %s", made)
    said = await move_day(bruno, made, TOMORROW)
    assert (said.status_code, said.json()["message"]) == (409, "payment_not_planned")


async def test_a_policy_asks_a_second_person_and_strangers_find_nothing(
    bruno: Person, ana: Person, carla: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    made = await planned(bruno)
    sql("update role set permissions = permissions || '{payout::payment:read,payout::payment:write}'")
    for person, status in ((ana, 403), (carla, 403)):
        assert (await send_now(person, made)).status_code == status
        assert (await move_day(person, made, TOMORROW)).status_code == status
    await set_up(carla)
    for said in (await send_now(carla, made), await move_day(carla, made, TOMORROW)):
        assert said.status_code == 404
    for command in ("payouts:payment:send_now", "payouts:payment:move_day"):
        standing_policy(sql, command)
    held = [await move_day(bruno, made, TOMORROW), await send_now(bruno, made)]
    assert [each.status_code for each in held] == [202, 202], held[0].text
    left = await read(bruno, made)
    assert (left["status"], left["scheduled_for"]) == ("created", LATER)
    desk, requests = Desk(sql), [each.json()["request"]["id"] for each in held]
    assert (await desk.approve(eva, requests[0])).status_code == 200
    assert (await read(bruno, made))["scheduled_for"] == TOMORROW
    said = await desk.approve(eva, requests[1])
    assert said.status_code == 200, said.text
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "done"
    (listed,) = (await bruno.get(PAYMENTS)).json()
    assert listed["approved_by"] == eva.email


async def test_many_that_failed_are_paid_again_each_once_and_the_bank_is_asked_about_many(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    elsewhere = {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "4455667", "digit": "8"}
    failed = [(await pay(bruno, amount, key=None, account=elsewhere)).json()["id"] for amount in (1_000, 1_100)]
    for each in failed:
        await settle(counter, each)
    waits = await planned(bruno)
    # The new ones stay under way while others try to pay them once more.
    sql("update payout_processor set enabled = false")
    body = {"command": "payouts:payment:retry", "ids": [*failed, waits]}
    once = str(uuid4())
    asked, same = [await bruno.post("/v1/bulk", body, key=once) for _ in range(2)]
    assert (asked.status_code, asked.json()) == (201, same.json()), asked.text
    for _ in range(2):
        await counter.work()
    sheet = await bruno.get("/v1/bulk/items", bulk_id=asked.json()["id"], order_by="number", sort="asc")
    assert [(each["status"], each["detail"]) for each in sheet.json()] == [
        ("done", None), ("done", None), ("refused", "payment_not_repeatable"),
    ]  # fmt: skip
    replaced = sql("select replaces::text, count(*) from payout where replaces is not null group by 1")
    assert dict(replaced) == dict.fromkeys(failed, 1)
    again = await bruno.post("/v1/bulk", body)
    await counter.work()
    sheet = await bruno.get("/v1/bulk/items", bulk_id=again.json()["id"], order_by="number", sort="asc")
    assert [each["detail"] for each in sheet.json()] == [
        "payment_replaced",
        "payment_replaced",
        "payment_not_repeatable",
    ]
    ask = {"command": "payouts:payment:ask_again", "ids": [waits]}
    asked = await bruno.post("/v1/bulk", ask)
    await counter.work()
    (row,) = (await bruno.get("/v1/bulk/items", bulk_id=asked.json()["id"])).json()
    assert (row["status"], row["detail"]) == ("refused", "payment_not_at_bank")


_RULES = """
    insert into payout_setting_version (company_id, version, currency, methods, day_most, queue, queue_days, queue_skips, hold_ends,
                                        duplicates, external_id_needed, valid_from, actor)
    values (%s, 1, 'BRL', '{pix}', %s, %s, 30, %s, 'refuse', 'warn', false, now() - interval '1 minute', 'a test')
"""
