"""What waits for a job that is not there is noticed, and taken up once."""

from typing import Any

import pytest

from people import Person
from retaguarda.background import readers
from retaguarda.foundation.events import consume
from retaguarda.invariants import UNFINISHED
from support.charges import Counter, offenders
from support.withdrawals import BANK_ACCOUNTS, elsewhere, usable, withdraw

LOST = {
    "payin.register_charge",
    "payin.cancel_charge",
    "payin.send_batch",
    "payin.send_refund",
    "payouts.send",
    "bank_accounts.verify",
    "lists.export",
    "lists.bulk",
}
AGED = {
    "charge": "created_at, cancel_requested_at",
    "charge_batch": "created_at",
    "refund": "created_at",
    "payout": "created_at",
    "payout_order": "created_at",
    "export": "created_at",
    "bulk": "created_at",
}
BATCH = "nome;documento;valor;vencimento\nAna Teste;12345678909;10,00;{day}\n"


async def read_events(counter: Counter) -> None:
    for reader in readers(counter.app):
        while await consume(counter.app.database, reader):
            pass


def jobs_of(sql: Any) -> set[tuple[str, str]]:
    """As they stand in the queue: what each is called with."""
    return set(sql("select task_name, args::text from procrastinate_jobs where status in ('todo', 'doing')"))


def age(sql: Any) -> None:
    for table, columns in AGED.items():
        sets = ", ".join(f"{column} = {column} - interval '3 hours'" for column in columns.split(", "))
        sql(f"set session_replication_role = replica; update {table} set {sets}")


async def ask_for_everything(counter: Counter, ana: Person, bruno: Person, sql: Any) -> None:
    """One of each thing that a job ends; the worker has done none of it."""
    charge, other = await counter.paid(ana, 10_000), await counter.charge(ana)
    account = await usable(bruno, sql)
    unknown = (await bruno.post(BANK_ACCOUNTS, elsewhere())).json()["id"]
    await counter.work()
    said = [
        await ana.post("/v1/payin/charges", {"amount": {"amount": 700}}),
        await ana.post(f"/v1/payin/charges/{other['id']}/cancel"),
        await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 1_000}}),
        await ana.post("/v1/payin/batches", {"text": BATCH.format(day="31/12/2030"), "description": "Mensalidades"}),
        await withdraw(bruno, account),
        await bruno.post(f"{BANK_ACCOUNTS}/{unknown}/verify"),
        await ana.post("/v1/bulk", {"command": "payin:charge:cancel", "ids": [charge["id"]]}),
        await ana.post("/v1/exports", {"list": "payin.payments", "format": "csv"}),
    ]
    assert {each.status_code for each in said} <= {200, 201, 202}, [each.text for each in said]


async def test_whatever_lost_its_job_is_noticed_and_gets_exactly_the_same_one_once(
    counter: Counter, ana: Person, bruno: Person, sql: Any
) -> None:
    await ask_for_everything(counter, ana, bruno, sql)
    await read_events(counter)
    lost = {job for job in jobs_of(sql) if job[0] in LOST}
    assert {name for name, _ in lost} == LOST
    sql("delete from procrastinate_jobs")
    await counter.run_job("jobs.take_up")
    assert jobs_of(sql) == set()  # what was asked for just now is no matter of concern
    age(sql)
    assert offenders(counter.url)["work_has_its_job"] == len(lost)
    for _ in range(2):
        await counter.run_job("jobs.take_up")
    assert jobs_of(sql) == lost
    assert sql("select count(*) from procrastinate_jobs") == [(len(lost),)]
    assert "work_has_its_job" not in offenders(counter.url)
    await counter.work()
    assert sql("select status from refund") == [("processing",)]  # the bank has it


async def test_what_a_reader_has_yet_to_read_is_not_asked_for_twice(
    counter: Counter, ana: Person, bruno: Person, sql: Any
) -> None:
    await ask_for_everything(counter, ana, bruno, sql)
    age(sql)
    await counter.run_job("jobs.take_up")
    assert jobs_of(sql) == set()
    await read_events(counter)
    assert len({job for job in jobs_of(sql) if job[0] in LOST}) == len(LOST)


@pytest.mark.parametrize("work", UNFINISHED, ids=lambda work: work.job)
def test_every_such_job_is_asked_for_by_a_reader_of_the_house(work: Any, counter: Counter) -> None:
    assert work.job in counter.app.queue._app.tasks
    assert work.reader in {reader.name for reader in readers(counter.app)}
