"""What may leave in a day and in a night: the merchant's own limits, checked as it is asked for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from time import sleep
from typing import Any

import psycopg
import pytest

from days import today
from people import Person
from support.charges import Counter
from support.withdrawals import TRANSFERS, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]
TERMS, COMPANY = "/v1/account/withdrawal-terms", "/v1/companies/2"


async def limited(diego: Person, kind: str, amount: int | None) -> None:
    body = {"kind": kind, "amount": amount and {"amount": amount}}
    for _ in range(2):
        said = await diego.put(f"{COMPANY}/limits", body)
        assert said.status_code == 200, said.text


async def left(bruno: Person, when: str) -> int | None:
    said = (await bruno.get(TERMS)).json()[f"{when}_left"]
    return said and said["amount"]


async def test_what_leaves_on_one_day_stays_within_the_limit_even_from_several_tabs(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    account = await usable(bruno, sql)
    assert await left(bruno, "day") is None
    await limited(diego, "withdrawal_day", 10_000)
    said = await asyncio.gather(*(withdraw(bruno, account, 4_000) for _ in range(4)))
    assert sorted(each.status_code for each in said) == [201, 201, 400, 400]
    refused = next(each.json() for each in said if each.status_code == 400)
    assert refused["message"] == {"amount": ["transfer_day_limit"]}
    assert "on one day at most 10000 minor units leave, and 2000 of them are left" in refused["error"]
    assert await left(bruno, "day") == 2_000
    # Another day has a limit of its own, and what was given up counts no more.
    tomorrow = today(1).isoformat()
    assert (await withdraw(bruno, account, 10_000, scheduled_for=tomorrow)).status_code == 201
    beyond = await withdraw(bruno, account, 1, scheduled_for=tomorrow)
    assert beyond.json()["message"] == {"amount": ["transfer_day_limit"]}
    made = next(each.json()["id"] for each in said if each.status_code == 201)
    await bruno.post(f"{TRANSFERS}/{made}/cancel", key=None)
    assert await left(bruno, "day") == 6_000
    await limited(diego, "withdrawal_day", None)
    assert (await withdraw(bruno, account, 20_000)).status_code == 201


async def test_by_night_less_may_leave_and_what_is_planned_for_after_it_is_no_matter_of_the_night(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    account = await usable(bruno, sql)
    await limited(diego, "withdrawal_night", 3_000)
    _now_is(sql, None)
    assert (await withdraw(bruno, account, 5_000)).status_code == 201
    dusk = today()
    _now_is(sql, dusk)
    assert await left(bruno, "night") == 3_000
    assert (await withdraw(bruno, account, 2_500)).status_code == 201
    beyond = await withdraw(bruno, account, 501)
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["transfer_night_limit"]})
    assert await left(bruno, "night") == 500
    # The day on which the night ends begins at midnight, in the night: to plan for it is no way around.
    dawn, after = [(dusk + timedelta(days=days)).isoformat() for days in (1, 2)]
    around = await withdraw(bruno, account, 501, scheduled_for=dawn)
    assert (around.status_code, around.json()["message"]) == (400, {"amount": ["transfer_night_limit"]})
    assert (await withdraw(bruno, account, 300, scheduled_for=dawn)).status_code == 201
    assert await left(bruno, "night") == 200
    assert (await withdraw(bruno, account, 9_000, scheduled_for=after)).status_code == 201
    assert (await withdraw(bruno, account, 200)).status_code == 201


def _now_is(sql: Sql, night: date | None) -> None:
    """It is day, or the night of an evening, whatever the hour."""
    body = f"date '{night}'" if night else "null::date"
    sql(
        "create or replace function payout_night(p_local timestamp) returns date language sql immutable parallel safe"
        f" as $$ select {body} $$"
    )


def test_the_night_goes_from_eight_to_six_where_the_merchant_is(sql: Sql) -> None:
    def evening(moment: str) -> date | None:
        return sql("select payout_night(%s::timestamp)", f"2026-11-{moment}")[0][0]

    assert (evening("21 06:00"), evening("21 19:59:59")) == (None, None)
    assert evening("21 20:00") == evening("22 05:59:59") == date(2026, 11, 21)
    # The same moment is night here and day in Lisbon.
    zones = "select (payout_counts_on(2, %s, null)).*"
    assert sql(zones, "2026-11-22T08:30:00Z") == [(date(2026, 11, 22), date(2026, 11, 21))]
    sql("update company set time_zone = 'Europe/Lisbon' where id = 2")
    assert sql(zones, "2026-11-22T08:30:00Z") == [(date(2026, 11, 22), None)]


async def test_of_two_payouts_at_the_limit_the_second_waits_for_the_first_whoever_inserts_them(
    bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await limited(diego, "withdrawal_day", 10_000)
    insert = (
        "insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, held, holder_name, holder_document, actor)"
        " values (2, gen_random_uuid(), 'payout', 'pix', 'pending', 6000, 'BRL', 0, 'key', false, 'X', '52998224725', 'a test')"
    )
    end = "update payout set status = 'cancelled', ended_at = now() where id = %s"
    with psycopg.connect(counter.url) as one, psycopg.connect(counter.url) as two, ThreadPoolExecutor(1) as pool:
        for ends in (one.commit, one.rollback):
            one.execute(insert)
            second = pool.submit(two.execute, insert)
            _until_waiting(sql, two)
            ends()
            if ends == one.commit:
                with pytest.raises(psycopg.Error, match="transfer_day_limit"):
                    second.result()
                two.rollback()
                sql(end, sql("select id from payout")[0][0])
            else:
                second.result()
                two.commit()
    assert await left(bruno, "day") == 4_000
    # What a court orders leaves beyond every limit, and takes nothing of it.
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, day_most, queue, queue_days, queue_skips, hold_ends,"
        " duplicates, external_id_needed, valid_from, actor)"
        " values (1, 1, 'BRL', '{pix}', 1000, false, 30, true, 'refuse', 'off', false, now() - interval '1 minute', 'a test')"
    )
    of_house = insert.replace("(2, gen_random_uuid(), 'payout',", "(1, gen_random_uuid(), {},").replace(
        "origin,", "origin, origin_id,"
    )
    with psycopg.connect(counter.url) as court:
        court.execute(of_house.format("'judicial', gen_random_uuid()"))
        assert court.execute("select count(*) from payout_limit_use where company_id = 1").fetchall() == [(0,)]
        with pytest.raises(psycopg.Error, match="transfer_day_limit"):
            court.execute(of_house.format("'payout', null"))
        court.rollback()


def _until_waiting(sql: Sql, other: psycopg.Connection[Any]) -> None:
    waits = "select count(*) from pg_stat_activity where pid = %s and wait_event_type = 'Lock'"
    for _ in range(2_000):
        if sql(waits, other.info.backend_pid) == [(1,)]:
            return
        sleep(0.005)
    raise AssertionError("the second did not wait")


async def test_staff_set_what_a_withdrawal_costs_and_how_long_a_new_account_waits(
    ana: Person, bruno: Person, carla: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    terms = {"fee": {"amount": 250}, "cooling_off_hours": 48}
    plan = (await diego.put(f"{COMPANY}/payout/plan", terms)).json()
    assert {change["field"]: change["after"] for change in plan["changes"]} == {
        "withdrawal_fee": {"amount": 250, "currency": "BRL"},
        "cooling_off_hours": 48,
    }
    for _ in range(2):
        said = await diego.put(f"{COMPANY}/payout", terms)
        assert said.json()["own"] == ["fee", "cooling_off_hours"]
    assert (await withdraw(bruno, await usable(bruno, sql))).json()["fee"]["amount"] == 250
    assert (await bruno.get(TERMS)).json()["cooling_off_hours"] == 48
    back = (await diego.put(f"{COMPANY}/payout", {"fee": {"amount": 0}})).json()
    assert (back["fee"]["amount"], back["cooling_off_hours"], back["own"]) == (0, 24, ["fee"])
    for wrong, field in (
        ({"fee": {"amount": -1}}, "fee.amount"),
        ({"fee": {"amount": 100_001}}, "fee.amount"),
        ({"cooling_off_hours": 721}, "cooling_off_hours"),
        ({"cooling_off_hours": 1.5}, "cooling_off_hours"),
    ):
        refused = await diego.put(f"{COMPANY}/payout", wrong)
        assert (refused.status_code, list(refused.json()["message"])) == (400, [field]), wrong
    sql("update role set permissions = permissions || '{register::company:write}'")
    assert (await bruno.put(f"{COMPANY}/payout", terms)).status_code == 403
    assert (await carla.put(f"{COMPANY}/payout", terms)).status_code == 404
