"""Withdrawals that happen by themselves: each planned moment once, and no refusal without its reason."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from days import ZONE as DAYS
from people import Person
from support.approvals import Desk, standing_policy
from support.charges import Counter

PATH = "/v1/account/schedules"
#: A run never comes by itself while a test works: the next one is hours away.
HOUR = (datetime.now(DAYS).hour + 6) % 24
ZONE = str(DAYS)


@pytest.fixture
def account(sql: Sql) -> str:
    """A bank account of Loja Aurora that may be paid to."""
    bank_account = str(uuid4())
    sql(
        "insert into bank_account (company_id, id, nickname, kind, ownership, pix_key, pix_key_kind, holder_name,"
        " holder_document, status, usable_from, verified_at) values (2, %s, 'Reserva', 'key', 'own', 'P3E2Z8IQ9Y7J64', 'cnpj',"
        " 'Loja Aurora', 'P3E2Z8IQ9Y7J64', 'verified', now() - interval '1 day', now())",
        bank_account,
    )
    return bank_account


def daily(account: str, **more: Any) -> dict[str, Any]:
    return {
        "name": "Sobras do dia",
        "bank_account": account,
        "amount": {"amount": 3_000},
        "frequency": "daily",
        "starts_on": "2026-01-01",
        "time_zone": ZONE,
        "hour": HOUR,
        "rule": "none",
    } | more


async def made(bruno: Person, account: str, **more: Any) -> dict[str, Any]:
    said = await bruno.post(PATH, daily(account, **more))
    assert said.status_code == 201, said.text
    return said.json()


async def record(person: Person, schedule: dict[str, Any]) -> dict[str, Any]:
    said = await person.get(f"{PATH}/{schedule['id']}")
    assert said.status_code == 200, said.text
    return said.json()


async def test_a_schedule_is_found_by_its_name_and_by_whom_it_pays(
    bruno: Person, carla: Person, account: str, sql: Sql
) -> None:
    other = str(uuid4())
    sql(
        "insert into bank_account (company_id, id, nickname, kind, ownership, pix_key, pix_key_kind, holder_name,"
        " holder_document, status, usable_from, verified_at) values (2, %s, 'Aluguel', 'key', 'trusted', 'Luz@atelie.example', 'email',"
        " 'Ateliê Luz', '52998224725', 'verified', now() - interval '1 day', now())",
        other,
    )
    rent = await made(bruno, other, name="Aluguel da sede", amount={"amount": 250_000})
    rest = await made(bruno, account)
    for search, found in (
        ("ALUGUEL", rent),
        ("aluguel da sede", rent),
        ("luz", rent),
        ("529.982.247-25", rent),
        ("luz@atelie.example", rent),
        (rent["id"], rent),
        ("sobras", rest),
        ("P3E2Z8IQ9Y7J64", rest),
    ):
        assert [row["id"] for row in (await bruno.get(PATH, search=search)).json()] == [found["id"]], search
    assert (await bruno.get(PATH, search="nobody")).json() == []
    (row,) = (await bruno.get(PATH, amount_from=250_000, amount_to=250_000)).json()
    assert (row["id"], row["holder_document"]) == (rent["id"], "***.982.247-**")
    assert (await carla.get(PATH, search="luz")).json() == []


def due(sql: Sql, schedule: dict[str, Any], hours: float) -> None:
    """As if the next run had been so many hours ago."""
    sql(
        "update payment_schedule set next_run = date_trunc('second', now() - make_interval(secs => %s)) where id = %s",
        hours * 3600,
        schedule["id"],
    )


async def tick(counter: Counter, times: int = 2) -> None:
    for _ in range(times):
        await counter.run_job("scheduling.run_due")


async def test_a_due_schedule_asks_for_its_withdrawal_once(
    ana: Person, bruno: Person, counter: Counter, account: str, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    schedule = await made(bruno, account)
    due(sql, schedule, 0.01)
    await tick(counter)
    found = await record(bruno, schedule)
    assert [(run["state"], run["amount"]["amount"], run["by_hand"]) for run in found["runs"]] == [
        ("requested", 3_000, False)
    ]
    assert (found["last_result"], found["status"]) == ("requested", "active")
    assert datetime.fromisoformat(found["next_run"]) > datetime.now(UTC)
    assert sql("select origin, origin_id::text, amount from payout") == [("schedule", schedule["id"], 3_000)]
    # The clock goes back, and the same moment is due again.
    sql("update payment_schedule set next_run = last_run where id = %s", schedule["id"])
    await tick(counter)
    assert sql("select count(*) from payout") == [(1,)]
    assert len((await record(bruno, schedule))["runs"]) == 1


async def test_of_what_a_stopped_clock_left_behind_only_the_newest_runs_and_only_within_a_day(
    ana: Person, bruno: Person, counter: Counter, account: str, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    hour = (datetime.now(UTC) - timedelta(hours=2)).hour
    behind, gone = await made(bruno, account, hour=hour, time_zone="UTC"), await made(bruno, account, frequency="weekly",
        weekday=(datetime.now(UTC) - timedelta(days=3)).isoweekday(), time_zone="UTC")  # fmt: skip
    sql("update payment_schedule set next_run = next_run - interval '4 days' where id = %s", behind["id"])
    sql("update payment_schedule set next_run = next_run - interval '7 days' where id = %s", gone["id"])
    await tick(counter)
    states = [run["state"] for run in (await record(bruno, behind))["runs"]]
    assert (states[0], set(states[1:])) == ("requested", {"missed"})
    assert len(states) in (3, 4)
    assert [run["state"] for run in (await record(bruno, gone))["runs"]] == ["missed"]
    assert sql("select count(*) from payout") == [(1,)]


async def test_a_run_that_is_refused_says_why_and_tells_people_and_does_not_come_back(
    ana: Person, bruno: Person, counter: Counter, account: str, sql: Sql
) -> None:
    poor = await made(bruno, account)
    due(sql, poor, 0.01)
    await tick(counter)
    await counter.paid(ana, 10_000)
    await tick(counter)
    await counter.work()
    found = await record(bruno, poor)
    assert [(run["state"], run["reason"], run["payout_id"]) for run in found["runs"]] == [
        ("failed", "insufficient_balance", None)
    ]
    sql("update bank_account set usable_from = now() + interval '5 hours'")
    due(sql, poor, 0.005)
    await tick(counter)
    assert [run["reason"] for run in (await record(bruno, poor))["runs"]] == [
        "bank_account_cooling_off",
        "insufficient_balance",
    ]
    assert sql("select count(*) from payout") == [(0,)]
    told = (await bruno.get("/v1/notifications", locale="en", page=1, per_page=10)).json()["notifications"]
    assert "A scheduled withdrawal was not made" in [each["title"] for each in told]


async def test_the_full_balance_leaves_what_is_kept(
    ana: Person, bruno: Person, counter: Counter, account: str, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    there = (await counter.balances(ana))["available"]
    schedule = await made(bruno, account, amount=None, keep={"amount": 2_500})
    for _ in range(2):
        said = await bruno.post(f"{PATH}/{schedule['id']}/run", key="now")
        assert said.status_code == 200, said.text
    assert sql("select amount + fee from payout") == [(there - 2_500,)]
    again = await bruno.post(f"{PATH}/{schedule['id']}/run")
    assert (again.status_code, again.json()["message"]) == (409, "nothing_to_transfer")
    assert [(run["state"], run["by_hand"]) for run in (await record(bruno, schedule))["runs"]] == [("requested", True)]


async def test_pause_resume_skip_and_end(bruno: Person, account: str) -> None:
    schedule = await made(bruno, account)
    address = f"{PATH}/{schedule['id']}"
    skipped = (await bruno.post(f"{address}/skip", key="skip-once")).json()
    assert skipped == (await bruno.post(f"{address}/skip", key="skip-once")).json()
    first, second = (datetime.fromisoformat(each["next_run"]) for each in (schedule, skipped))
    assert second - first == timedelta(days=1)
    assert [run["state"] for run in (await record(bruno, schedule))["runs"]] == ["skipped"]
    states = [(await bruno.post(f"{address}/{word}")).json() for word in ("pause", "resume", "end")]
    assert [each["status"] for each in states] == ["paused", "active", "ended"]
    assert [each["next_run"] is None for each in states] == [True, False, True]
    for word in ("pause", "resume", "skip", "run", "end"):
        again = await bruno.post(f"{address}/{word}")
        assert (again.status_code, again.json()["message"]) == (409, "schedule_state")


async def test_an_edit_moves_the_next_run_and_its_plan_says_so(bruno: Person, account: str) -> None:
    schedule = await made(bruno, account)
    # Of the last day of a month the next run is the same day: at another hour.
    body = daily(account, name="Fim do mês", frequency="monthly", day=31, rule="previous", hour=(HOUR + 1) % 24)
    plan = (await bruno.put(f"{PATH}/{schedule['id']}/plan", body)).json()
    assert {"name", "frequency", "day", "next_run"} <= {change["field"] for change in plan["changes"]}
    for _ in range(2):
        said = await bruno.put(f"{PATH}/{schedule['id']}", body)
        assert (said.status_code, said.json()["day"], said.json()["rule"]) == (200, 31, "previous")
    preview = {name: body[name] for name in ("frequency", "starts_on", "time_zone", "hour", "rule", "day")}
    runs = (await bruno.post(f"{PATH}/preview", preview)).json()["runs"]
    found = await record(bruno, schedule)
    assert (len(runs), found["next_run"], found["next_runs"]) == (5, runs[0], runs)


async def test_what_cannot_be_is_refused_by_its_field(bruno: Person, account: str, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"starts_on": "2027-02-31"}, "starts_on", "field_invalid"),
        ({"frequency": "once", "starts_on": "0001-01-01", "time_zone": "Asia/Tokyo"}, "starts_on", "out_of_range"),
        ({"frequency": "monthly"}, "day", "field_required"),
        ({"frequency": "monthly", "day": 32}, "day", "field_invalid"),
        ({"day": 3}, "day", "not_allowed"),
        ({"frequency": "weekly"}, "weekday", "field_required"),
        ({"time_zone": "America/Sao Paulo"}, "time_zone", "not_allowed"),
        ({"hour": 24}, "hour", "field_invalid"),
        ({"ends_on": "2025-12-31"}, "ends_on", "out_of_range"),
        ({"frequency": "once", "starts_on": "2026-01-02"}, "starts_on", "no_run_ahead"),
        ({"frequency": "once", "starts_on": "2033-03-01", "rule": "next"}, "rule", "calendar_unknown"),
        ({"amount": {"amount": 0}}, "amount.amount", "field_invalid"),
        ({"amount": {"amount": 10.5}}, "amount.amount", "field_invalid"),
        ({"keep": {"amount": 1}}, "keep", "not_allowed"),
        ({"name": "   "}, "name", "field_required"),
    ]
    for wrong, field, key in cases:
        with subtests.test(wrong=wrong, field=field, key=key):
            said = await bruno.post(PATH, daily(account, **wrong))
            assert (said.status_code, said.json()["message"]) == (400, {field: [key]})


async def test_a_stranger_and_who_has_no_second_factor_schedule_nothing(
    ana: Person, bruno: Person, carla: Person, account: str, sql: Sql
) -> None:
    schedule = await made(bruno, account)
    assert (await ana.post(PATH, daily(account))).status_code == 403
    assert (await carla.get(PATH)).json() == []
    assert (await carla.get(f"{PATH}/{schedule['id']}")).status_code == 404
    sql("update role set permissions = permissions || '{account::scheduling:write}' where name = 'operator'")
    for person, said in ((carla, 404), (ana, 403)):
        assert (await person.post(f"{PATH}/{schedule['id']}/run")).status_code in (403, said)
        assert (await person.post(PATH, daily(account))).status_code == 403
    assert (await carla.post(f"{PATH}/{schedule['id']}/pause")).status_code == 404
    elsewhere = str(uuid4())
    assert (await bruno.post(PATH, daily(elsewhere))).status_code == 404


async def test_a_run_by_hand_and_an_edit_wait_for_a_second_person_where_a_policy_asks_for_it(
    ana: Person, bruno: Person, eva: Person, counter: Counter, account: str, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    schedule = await made(bruno, account)
    address = f"{PATH}/{schedule['id']}"
    for command in ("account:schedule:run", "account:schedule:edit"):
        standing_policy(sql, command)
    asked = [await bruno.post(f"{address}/run"), await bruno.put(address, daily(account, name="Outro nome"))]
    assert [said.status_code for said in asked] == [202, 202]
    assert sql("select count(*) from payout") == [(0,)]
    desk = Desk(sql)
    for said in asked:
        decided = await desk.approve(eva, said.json()["request"]["id"])
        assert (decided.status_code, decided.json()["status"]) == (200, "executed"), decided.text
    assert sql("select count(*) from payout") == [(1,)]
    assert (await record(bruno, schedule))["name"] == "Outro nome"


@pytest.mark.parametrize("command", ["account:schedule:resume", "account:withdrawal:create"])
async def test_a_schedule_that_goes_on_is_weighed_by_what_it_will_move(
    command: str, bruno: Person, account: str, sql: Sql
) -> None:
    small, large = [await made(bruno, account, amount={"amount": amount}) for amount in (2_999, 3_000)]
    # Nobody knows how much the whole balance will be.
    whole = await made(bruno, account, amount=None)
    standing_policy(sql, command, condition="amount >= 3000")
    said = list[int]()
    for schedule in (small, large, whole):
        assert (await bruno.post(f"{PATH}/{schedule['id']}/pause")).status_code == 200
        said.append((await bruno.post(f"{PATH}/{schedule['id']}/resume")).status_code)
    assert said == [200, 202, 202]
