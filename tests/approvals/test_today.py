"""A large amount that is cut into small ones within a day is one amount again, for a policy that asks for ``today``."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from people import Person
from support.approvals import Desk, read
from support.charges import Counter
from support.withdrawals import usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]
WITHDRAW = "account:withdrawal:create"


async def test_ten_thousand_cut_into_ten_needs_a_second_person_from_where_the_day_is_over_the_band(
    ana: Person,
    bruno: Person,
    gil: Person,
    eva: Person,
    counter: Counter,
    sql: Sql,
    policy: Callable[..., str],
    desk: Desk,
) -> None:
    for _ in range(2):
        await counter.paid(ana, 600_000)
    account = await usable(bruno, sql)
    policy(WITHDRAW, condition="today > 400000")
    said = list[int]()
    for _ in range(10):
        key = str(uuid4())
        first, again = [await withdraw(bruno, account, 100_000, key=key) for _ in range(2)]
        assert first.status_code == again.status_code
        said.append(first.status_code)
    assert said == [201] * 4 + [202] * 6
    # What waits counts too, and whoever approves sees how much it is by now.
    waiting = sql("select id::text, today from approval_request order by created_at")
    assert [today for _, today in waiting] == [500_000, 600_000, 700_000, 800_000, 900_000, 1_000_000]
    assert (await read(eva, waiting[-1][0]))["today"]["amount"] == 1_000_000
    # An edit is weighed with everything but itself; what is taken back counts no more.
    smaller = {"input": {"amount": {"amount": 50_000}, "bank_account": account}}
    assert (await bruno.put(f"/v1/approvals/{waiting[-1][0]}/input", smaller)).status_code == 200
    assert (await read(eva, waiting[-1][0]))["today"]["amount"] == 950_000
    for request, _ in waiting[1:]:
        assert (await bruno.post(f"/v1/approvals/{request}/cancel")).status_code == 200
    assert (await desk.approve(eva, waiting[0][0])).json()["status"] == "executed"
    held = await withdraw(bruno, account, 1_000)
    assert (await read(eva, held.json()["request"]["id"]))["today"]["amount"] == 501_000


async def test_two_tabs_at_once_and_another_way_to_the_same_bank_do_not_get_around_it(
    ana: Person, bruno: Person, eva: Person, counter: Counter, sql: Sql, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 90_000)
    account = await usable(bruno, sql)
    rhythm = {
        "name": "Toda manhã", "bank_account": account, "amount": {"amount": 6_000}, "frequency": "daily",
        "starts_on": "2030-01-07", "time_zone": "America/Sao_Paulo", "hour": 9, "rule": "none",
    }  # fmt: skip
    made = await bruno.post("/v1/account/schedules", rhythm)
    assert made.status_code == 201, made.text
    policy(WITHDRAW, condition="today > 20000")
    said = await asyncio.gather(*(withdraw(bruno, account, 8_000) for _ in range(2)))
    # The schedule was asked for today as well: 6,000 and 8,000, and with the next 8,000 it is too much.
    assert sorted(each.status_code for each in said) == [201, 202]
    run = await bruno.post(f"/v1/account/schedules/{made.json()['id']}/run")
    assert run.status_code == 202, run.text
    assert (await read(eva, run.json()["request"]["id"]))["today"]["amount"] == 28_000
    assert (await withdraw(bruno, account, 1)).status_code == 202


async def test_what_schedules_moved_by_the_clock_is_of_the_day_and_told_once(
    ana: Person, bruno: Person, gil: Person, eva: Person, counter: Counter, sql: Sql, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 90_000)
    account = await usable(bruno, sql)
    rhythm = {
        "name": "Toda manhã", "bank_account": account, "frequency": "daily", "starts_on": "2026-01-01",
        "time_zone": "America/Sao_Paulo", "hour": 9, "rule": "none",
    }  # fmt: skip
    # One whose amount was told when it was written, and one that takes what is there.
    for amounts in ({"amount": {"amount": 6_000}}, {"amount": None, "keep": {"amount": 50_000}}):
        made = await bruno.post("/v1/account/schedules", rhythm | amounts)
        assert made.status_code == 201, made.text
        sql("update payment_schedule set next_run = now() where id = %s", made.json()["id"])
        await counter.run_job("scheduling.run_due")
    ((all_of_it,),) = sql("select amount from payout where amount <> 6000")
    moved = 6_000 + all_of_it
    policy(WITHDRAW, condition=f"today > {moved + 5_000}")
    assert [(await withdraw(bruno, account, amount)).status_code for amount in (5_000, 1)] == [201, 202]
    ((waiting,),) = sql("select id::text from approval_request")
    assert (await read(eva, waiting))["today"]["amount"] == moved + 5_001
    # The first schedule runs a second time without a word of anybody.
    sql("update payment_schedule set next_run = now() where amount is not null")
    await counter.run_job("scheduling.run_due")
    held = await withdraw(bruno, account, 1)
    assert (await read(eva, held.json()["request"]["id"]))["today"]["amount"] == moved + 11_002
    now = datetime.now(UTC)
    tried = await gil.post(
        "/v1/approval-policies/simulate",
        {
            "command": WITHDRAW,
            "condition": f"today > {moved + 11_000}",
            "since": (now - timedelta(hours=1)).isoformat(),
            "until": (now + timedelta(minutes=1)).isoformat(),
        },
        key=None,
    )
    assert (tried.json()["looked_at"], tried.json()["needing"]) == (3, 1), tried.text


async def test_a_schedule_that_goes_on_tells_its_amount_and_its_next_run_of_the_day_is_that_one(
    ana: Person, bruno: Person, eva: Person, counter: Counter, sql: Sql, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 90_000)
    account = await usable(bruno, sql)
    rhythm = {
        "name": "Toda manhã", "bank_account": account, "amount": {"amount": 6_000}, "frequency": "daily",
        "starts_on": "2026-01-01", "time_zone": "America/Sao_Paulo", "hour": 9, "rule": "none",
    }  # fmt: skip
    made = await bruno.post("/v1/account/schedules", rhythm)
    assert made.status_code == 201, made.text
    for word in ("pause", "resume"):
        sql("update payment_schedule set next_run = now() where status = 'active'")
        await counter.run_job("scheduling.run_due")
        assert (await bruno.post(f"/v1/account/schedules/{made.json()['id']}/{word}")).status_code == 200
    sql("update payment_schedule set next_run = now()")
    await counter.run_job("scheduling.run_due")
    assert sql("select count(*) from payout") == [(2,)]
    policy(WITHDRAW, condition="today > 12000")
    held = await withdraw(bruno, account, 1)
    assert held.status_code == 202, held.text
    assert (await read(eva, held.json()["request"]["id"]))["today"]["amount"] == 12_001
