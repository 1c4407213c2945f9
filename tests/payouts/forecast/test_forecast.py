"""The forecast says of each open payment what the engine then does, and asks the engine's own decisions for it."""

import asyncio
import threading
from typing import Any

import psycopg
import pytest

from conftest import Sql
from people import Person, set_up
from retaguarda.foundation.database import Tx
from retaguarda.payout_engine.evaluate_payouts import RULES_LOCK
from retaguarda.payouts.forecast import routes
from retaguarda.payouts.forecast.plan_facts import Forecast, World
from retaguarda.payouts.forecast.queries import Facts
from support.batches import PEOPLE, lines, planned, submit
from support.blocks import blocked
from support.charges import Counter
from support.payments import PAYMENTS, pay

FORECAST = "/v1/payouts/forecast"
WHAT_IF = f"{FORECAST}/what-if"


def queue_on(sql: Sql, *, skips: bool = True, hold_ends: str = "refuse") -> None:
    """Loja Aurora's payments without funds wait in a queue; nothing cools off and nothing is a duplicate."""
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, cooling_off_hours, queue, queue_days, queue_skips, hold_ends,"
        " duplicates, external_id_needed, valid_from, actor) values (2, 1, 'BRL', '{pix}', 0, true, 30, %s, %s, 'off', false,"
        " now() - interval '1 day', 'test')",
        skips,
        hold_ends,
    )


async def test_what_is_ready_leaves_at_once_and_what_has_no_funds_waits_for_a_deposit_that_the_forecast_names(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    queue_on(sql)
    await counter.paid(ana, 20_000)
    for amount in (5_000, 6_000, 30_000):
        assert (await pay(bruno, amount)).status_code == 201
    said = (await bruno.get(FORECAST)).json()
    assert (said["sums"]["leaves"]["count"], said["sums"]["leaves"]["amount"]["amount"]) == (2, 11_000)
    assert (said["sums"]["queued"]["count"], said["sums"]["late"]["count"]) == (1, 1)
    action = said["action"]
    diego.account = "2"
    missing = 30_000 - (await bruno.get("/v1/payouts/payment-terms")).json()["available"]["amount"]
    assert (action["kind"], action["amount"]["amount"], action["late"]) == ("deposit", missing, 0)
    assert (said["processors"], said["sums"]["cost"], action["cost"]) == ([], None, None)
    (late,) = said["late"]
    assert (late["state"], late["reason"], late["leaves_at"]) == ("queued", "no_funds", None)
    staff = (await diego.get(FORECAST)).json()
    assert [each["name"] for each in staff["processors"]] == ["Sandbox"]
    assert staff["sums"]["cost"]["amount"] == 0
    deposit = {"amount": {"amount": missing}, "at": action["by"]}
    then = (await bruno.post(WHAT_IF, {"deposit": deposit}, key=None)).json()
    assert (then["sums"]["late"]["count"], then["sooner"]["count"], then["action"]) == (0, 1, None)
    less = {"amount": {"amount": missing - 1}, "at": action["by"]}
    assert (await bruno.post(WHAT_IF, {"deposit": less}, key=None)).json()["sums"]["late"]["count"] == 1


async def test_a_merchant_names_no_processor_and_a_stranger_sees_nothing_of_it(
    bruno: Person, ana: Person, carla: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    payment = (await pay(bruno, 5_000)).json()["id"]
    (number,) = [str(row[0]) for row in sql("select id from payout_processor")]
    window = {"since": "2026-01-01T00:00:00-03:00", "until": "2099-01-01T00:00:00-03:00"}
    named: dict[str, Any] = {"closures": [window | {"processor": number}]}
    assert (await bruno.post(WHAT_IF, named, key=None)).status_code == 404
    assert (await bruno.post(WHAT_IF, {"enable": number}, key=None)).status_code == 404
    closed = (await bruno.post(WHAT_IF, {"closures": [window | {"method": "pix"}]}, key=None)).json()
    assert (closed["delayed"]["count"], closed["sums"]["waiting"]["count"]) == (1, 1)
    assert [each["id"] for each in closed["payments"]] == [payment]
    assert number not in str(closed)
    assert "Sandbox" not in str(closed)
    sql("update role set permissions = permissions || '{payout::payment:read}'")
    await set_up(carla)
    for said in (await carla.get(FORECAST), await carla.post(WHAT_IF, {}, key=None)):
        assert said.status_code == 200, said.text
        assert payment not in said.text
        assert said.json()["sums"]["leaves"]["count"] == 0
    assert (await carla.post(WHAT_IF, named, key=None)).status_code == 404
    batch = "0199aaaa-0000-7000-8000-000000000032"
    assert (await carla.get(FORECAST, batch=batch)).status_code == 404
    diego.account = "2"
    staff = (await diego.post(WHAT_IF, named, key=None)).json()
    assert (staff["delayed"]["count"], staff["sums"]["waiting"]["count"]) == (1, 1)


async def test_money_that_comes_in_where_nothing_is_open_changes_nothing(bruno: Person) -> None:
    deposit = {"amount": {"amount": 5_000}, "at": "2099-01-01T00:00:00-03:00"}
    said = await bruno.post(WHAT_IF, {"deposit": deposit}, key=None)
    assert (said.status_code, said.json()["sums"], said.json()["action"]) == (200, said.json()["base"], None)


async def test_what_is_supposed_is_checked_field_by_field(bruno: Person) -> None:
    window = {"since": "2026-11-20T10:00:00-03:00", "until": "2026-11-20T12:00:00-03:00"}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"closures": [window]}, "closure_of_one"),
        ({"closures": [{"since": window["until"], "until": window["since"], "method": "pix"}]}, "closure_order"),
        ({"deposit": {"amount": {"amount": 1, "currency": "USD"}, "at": window["since"]}}, "field_invalid"),
        ({"deposit": {"amount": {"amount": 1}, "at": "2026-11-20T10:00:00"}}, "moment_invalid"),
    ]
    for given, why in wrong:
        said = await bruno.post(WHAT_IF, given, key=None)
        assert (said.status_code, why in said.text) == (400, True), said.text
    for days in ("8", "-1", "x", "٣"):
        assert (await bruno.get(FORECAST, days=days)).status_code == 400


async def test_a_processor_takes_orders_until_its_cut_off_and_a_change_of_it_is_live_and_forecast_alike(
    bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    (found,) = (await diego.get("/v1/payouts/processors")).json()
    path = f"/v1/payouts/processors/{found['id']}"
    record = (await diego.get(path)).json()
    assert (record["cut_off"], record["cost"]) == (None, None)
    change = {"name": "Sandbox", "priority": 100, "version": record["version"]}
    # From midnight on it takes nothing on any day.
    shut = change | {"cut_off": "00:00", "cost": {"amount": 30}}
    after = (await diego.post(f"{path}/change", shut)).json()
    assert (after["cut_off"], after["cost"]["amount"]) == ("00:00", 30)
    await counter.paid(ana, 20_000)
    payment = (await pay(bruno, 5_000)).json()["id"]
    diego.account = "2"
    said = (await diego.get(FORECAST)).json()["sums"]
    assert (said["leaves"]["count"], said["waiting"]["count"]) == (0, 1)
    await counter.work()
    assert (await bruno.get(f"{PAYMENTS}/{payment}")).json()["status"] == "pending"
    opened = change | {"version": after["version"], "cut_off": None, "cost": {"amount": 30}}
    # What is left out is not what is empty.
    for name in ("cut_off", "cost"):
        left_out = {key: value for key, value in opened.items() if key != name}
        said = await diego.post(f"{path}/change", left_out)
        assert (said.status_code, said.json()["message"]) == (400, {name: ["field_required"]}), said.text
    assert (await diego.get(path)).json()["cut_off"] == "00:00"
    assert (await diego.post(f"{path}/change", opened)).json()["cut_off"] is None
    said = (await diego.get(FORECAST)).json()["sums"]
    assert (said["leaves"]["count"], said["cost"]["amount"]) == (1, 30)


async def test_a_planned_batch_has_its_forecast_as_if_it_were_submitted_and_a_lower_limit_refuses_it(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    queue_on(sql)
    await counter.paid(ana, 20_000)
    batch = await planned(bruno, counter, lines(3))
    said = (await bruno.get(FORECAST, batch=batch["id"])).json()
    assert (said["refused"], said["sums"]["leaves"]["count"]) == (None, 3)
    # Without the batch there is nothing open, and looking at it submits nothing.
    assert (await bruno.get(FORECAST)).json()["sums"]["leaves"]["count"] == 0
    assert (await bruno.get(f"/v1/payouts/batches/{batch['id']}")).json()["status"] == "planned"
    lower = (await bruno.post(WHAT_IF, {"day_most": {"amount": 2_999}}, key=None)).json()
    assert lower["refused_batches"] == 1
    enough = (await bruno.post(WHAT_IF, {"day_most": {"amount": 3_000}}, key=None)).json()
    assert enough["refused_batches"] == 0
    big = await planned(bruno, counter, lines(3, "100,00"), "Grande")
    said = (await bruno.get(FORECAST, batch=big["id"])).json()
    parts = [said["sums"][part]["count"] for part in ("leaves", "queued", "later")]
    assert (said["refused"], parts) == ("insufficient_balance", [0, 3, 0])


async def test_the_forecast_of_a_planned_batch_tells_a_merchant_nothing_of_the_block_list_or_of_suspects(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    queue_on(sql)
    await counter.paid(ana, 20_000)
    batch = await planned(bruno, counter, lines(3))
    (_, listed, _), (_, suspect, _) = PEOPLE[:2]
    await blocked(diego, value=listed, direction="out", effect="hold")
    wanted = {"cause": "court_order", "evidence": "Ofício 123/2026 da vara", "document": suspect}
    made = await diego.post("/v1/payouts/suspects", wanted)
    assert made.status_code == 201, made.text
    diego.account = "2"

    async def shown(person: Person) -> tuple[int, int]:
        sums = (await person.get(FORECAST, batch=batch["id"])).json()["sums"]
        return sums["leaves"]["count"], sums["on_hold"]["count"]

    assert await shown(diego) == (1, 2)
    assert await shown(bruno) == (3, 0)
    # Once it is submitted, what stands against its lines is written down, and said to both.
    assert (await submit(bruno, batch)).status_code == 200
    assert (await shown(diego), await shown(bruno)) == ((1, 2), (1, 2))


async def test_a_forecast_holds_nobody_up_while_it_reads_and_decides(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.paid(ana, 20_000)
    await pay(bruno, 5_000)
    batch = await planned(bruno, counter, lines(3))
    written, threads, open_ones, busy = list[Any](), list[bool](), list[int](), [0, 0]
    load, decide = routes.load_world, routes.forecast

    async def loaded(tx: Tx, *given: Any, **more: Any) -> Facts:
        found = await load(tx, *given, **more)
        written.append(await tx.value("select pg_current_xact_id_if_assigned()::text"))
        return found

    def decided(world: World) -> Forecast:
        busy[0] += 1
        busy[1] = max(busy)
        threads.append(threading.current_thread() is threading.main_thread())
        with psycopg.connect(counter.url) as connection:
            row = connection.execute(
                "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
            ).fetchone()
            open_ones.append(row[0] if row else -1)
        found = decide(world)
        busy[0] -= 1
        return found

    monkeypatch.setattr(routes, "load_world", loaded)
    monkeypatch.setattr(routes, "forecast", decided)
    assert (await bruno.get(FORECAST, batch=batch["id"])).status_code == 200
    assert (open_ones, written, threads) == ([0], [None], [False])
    # Somebody brings rules into force meanwhile: who only looks does not wait for them.
    with psycopg.connect(counter.url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(hashtext(%s))", (RULES_LOCK,))
        async with asyncio.timeout(30):
            asked = [bruno.get(FORECAST), bruno.get(FORECAST, batch=batch["id"]), bruno.post(WHAT_IF, {}, key=None)]
            answers = await asyncio.gather(*asked)
    assert [each.status_code for each in answers] == [200] * 3
    assert (written, set(threads), busy[1]) == ([None] * 4, {False}, 1)
