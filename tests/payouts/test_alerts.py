"""Alerts of payouts: what is late, strange or near a limit is told once, to whom it concerns and to nobody else."""

from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from days import today
from people import Person
from support.batches import lines, planned, settle, submit
from support.charges import Counter
from support.payments import pay
from support.settings import set_payouts

TOLD = "select company_id, subject_id, data from event where name = %s order by id"


async def alerts(counter: Counter, job: str = "payouts.alerts", times: int = 2) -> None:
    """The clock comes by, twice: whatever it told it tells once."""
    for _ in range(times):
        await counter.run_job(job)
    await counter.work()


async def kinds(person: Person) -> list[str]:
    said = await person.get("/v1/notifications")
    assert said.status_code == 200, said.text
    return [each["kind"] for each in said.json()["notifications"]]


def behind(sql: Sql, table: str, statement: str, *values: Any) -> None:
    """Change rows as time would, past what guards them."""
    sql(f"alter table {table} disable trigger user")
    sql(statement, *values)
    sql(f"alter table {table} enable trigger user")


async def sent(bruno: Person, counter: Counter, sql: Sql, count: int) -> None:
    """Payments of a batch, all carried out."""
    set_payouts(sql, fee=0)
    batch = await planned(bruno, counter, lines(count))
    assert (await submit(bruno, batch)).status_code == 200
    await settle(counter, sql)
    assert sql("select count(*) from payout where status = 'done'") == [(count,)]


async def test_a_bank_that_is_silent_for_five_minutes_is_told_once(
    ana: Person, bruno: Person, carla: Person, gil: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=600_000, times=2)
    for amount in (5_000, 6_000):
        assert (await pay(bruno, amount)).status_code == 201
    await counter.work()
    await alerts(counter)
    assert sql(TOLD, "payouts:payment:uncertain") == []
    behind(sql, "payout_order", "update payout_order set created_at = created_at - interval '301 seconds'")
    await alerts(counter)
    [(company, subject, data)] = sql(TOLD, "payouts:payment:uncertain")
    assert (company, data) == (2, {"payments": 2, "amount": 11_000})
    assert sql("select count(*) from payout where id = %s::uuid", subject) == [(1,)]
    assert (await kinds(bruno)).count("payout_uncertain") == 1
    assert "payout_uncertain" not in await kinds(carla)


async def test_a_hold_is_told_ten_minutes_before_its_end_but_not_one_that_only_cools_off(
    ana: Person, bruno: Person, gil: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    payment = (await pay(bruno, 5_000)).json()["id"]
    held = "update payout set status = 'on_hold', hold_reason = %s, hold_until = now() + %s::interval"
    behind(sql, "payout", held, "rule", "11 minutes")
    await alerts(counter)
    behind(sql, "payout", held, "cooling_off", "9 minutes")
    await alerts(counter)
    assert sql(TOLD, "payouts:payment:hold_ending") == []
    behind(sql, "payout", held, "rule", "9 minutes")
    await alerts(counter)
    assert sql(TOLD, "payouts:payment:hold_ending") == [(2, payment, {"payments": 1, "amount": 5_000})]
    assert "payout_hold_ending" not in await kinds(bruno)


async def test_a_payment_to_a_suspect_is_told_to_the_provider_alone(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    payment = (await pay(bruno, 5_000)).json()["id"]
    behind(
        sql,
        "payout",
        "update payout set status = 'on_hold', hold_reason = 'suspect', hold_until = now() + interval '1 day'",
    )
    await alerts(counter)
    assert sql(TOLD, "payouts:suspect:hit") == [(1, payment, {"amount": 5_000})]
    assert "payout_suspect_hit" not in await kinds(bruno)
    timeline = (await bruno.get(f"/v1/payouts/payments/{payment}")).json()["timeline"]
    assert not any("suspect" in each["kind"] for each in timeline)


async def test_four_fifths_of_a_limit_are_told_once_a_day_of_each_limit(
    ana: Person, bruno: Person, gil: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, day_most=10_000, payee_day_most=7_500, day_count_most=9)
    assert (await pay(bruno, 5_999)).status_code == 201
    await alerts(counter)
    assert sql(TOLD, "payouts:limit:near") == []
    other = {
        "key": {"kind": "email", "value": "iara@example.com"},
        "holder_name": "Iara",
        "holder_document": "52998224725",
    }
    assert (await pay(bruno, 2_001, **other)).status_code == 201
    await alerts(counter)
    assert sql(TOLD, "payouts:limit:near") == [(2, "day", {"limit": "day", "percent": 80})]
    assert (await pay(bruno, 500)).status_code == 201
    await alerts(counter)
    assert (await pay(bruno, 301)).status_code == 201
    await alerts(counter)
    told = sql(TOLD, "payouts:limit:near")
    assert [(subject, data["percent"]) for _, subject, data in told] == [("day", 80), ("payee", 86)]
    assert (await kinds(bruno)).count("payout_limit_near") == 2


async def test_a_processor_whose_success_fell_below_its_week_is_told(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    await sent(bruno, counter, sql, 24)
    processor = uuid4()
    behind(sql, "payout_order", "alter table payout_order drop constraint if exists payout_order_processor_id_fkey")
    behind(sql, "payout_order", "update payout_order set processor_id = %s where payout_id is not null", processor)
    await alerts(counter, "payouts.watch_rates")
    ids = sql("select payout_id from payout_order where payout_id is not null order by created_at, id")
    week, bad = [each[0] for each in ids[:4]], [each[0] for each in ids[4:6]]
    behind(
        sql,
        "payout_order",
        "update payout_order set ended_at = ended_at - interval '2 days' where payout_id = any(%s)",
        week,
    )
    await alerts(counter, "payouts.watch_rates")
    assert sql(TOLD, "payouts:payout_processor:success_fell") == []
    behind(sql, "payout_order", "update payout_order set state = 'refused' where payout_id = any(%s)", bad)
    await alerts(counter, "payouts.watch_rates")
    assert sql(TOLD, "payouts:payout_processor:success_fell") == [(1, str(processor), {"percent": 90, "usual": 100})]


async def test_more_than_three_times_the_usual_returns_are_told(
    ana: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    await sent(bruno, counter, sql, 6)
    back = (
        "insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, booked_at)"
        " select 'D18236120202601010000' || substr(md5(id::text), 1, 11), company_id, id, 100, currency, now(), now() - %s::interval"
        " from payout order by id limit %s offset %s"
    )
    behind(sql, "payout_return", back, "1 hour", 4, 0)
    await alerts(counter, "payouts.watch_rates")
    assert sql(TOLD, "payouts:return:many") == []
    behind(sql, "payout_return", back, "1 hour", 1, 4)
    await alerts(counter, "payouts.watch_rates")
    [(company, _, data)] = sql(TOLD, "payouts:return:many")
    assert (company, data) == (2, {"returns": 5, "amount": 500})
    assert "payout_returns_many" not in await kinds(carla)


async def test_money_at_the_bank_that_does_not_cover_what_leaves_is_told(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    assert (await pay(bruno, 5_000)).status_code == 201
    await alerts(counter, "payouts.watch_rates", times=1)
    assert sql(TOLD, "payouts:payout_processor:float_short") == []
    behind(sql, "payout", "update payout set amount = 50001, status = 'pending'")
    await alerts(counter, "payouts.watch_rates")
    assert sql(TOLD, "payouts:payout_processor:float_short") == [(1, "float", {"amount": 50_001, "there": 45_000})]


@pytest.mark.parametrize(("days", "state", "told"), [(9, "delivered", 1), (0, "delivered", 0), (9, "closed", 0)])
async def test_a_payment_file_without_an_answer_is_told(
    counter: Counter, sql: Sql, ana: Person, days: int, state: str, told: int
) -> None:
    sql("alter table remittance drop constraint if exists remittance_company_id_processor_id_fkey")
    sql(
        "insert into remittance (company_id, id, processor_id, state, sequence, day, lines, currency, amount, plan_hash, sha256, bytes,"
        " actor, sealed_at, sealed_by, delivered_at, delivered_by, ended_at)"
        " values (1, %s, %s, %s, 7, %s, 1, 'BRL', 500, 'x', sha256('x'), 'x', 'gil', now(), 'gil', now(), 'gil',"
        " case when %s = 'closed' then now() end)",
        uuid4(),
        uuid4(),
        state,
        today(-days),
        state,
    )
    await alerts(counter, "payouts.watch_rates")
    assert sql("select count(*) from event where name = 'payouts:remittance:late'") == [(told,)]
