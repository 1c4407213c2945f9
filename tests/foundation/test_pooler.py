"""A pooler in transaction mode stands before the database: each transaction may be on another connection than the last."""

import asyncio

import psycopg
import pytest

from conftest import Sql, Work, pooled
from people import Person
from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM, Database
from support.charges import Counter, offenders

#: As few as let a call have a second one, so that each transaction is on another connection than the last.
CONNECTIONS = 2


@pytest.fixture
def pooler_url(pooler_port: int, peopled_url: str) -> str:
    """The application of these tests has a pooler whatever TEST_POOLER says."""
    return pooled(pooler_port, peopled_url)


AT_ONCE = 12 * CONNECTIONS


async def test_many_at_once_share_a_few_connections_and_nobody_sees_what_is_of_others(
    app: App, ana: Person, carla: Person, work: Work, sql: Sql
) -> None:
    async def charge(person: Person, number: int) -> None:
        body = {"amount": {"amount": 100 + number}, "reference": f"{person.email} {number}"}
        for _ in range(2):
            said = await person.post("/v1/payin/charges", body, key=f"pooled {number}")
            assert said.status_code == 201, said.text
        listed = await person.get("/v1/payin/charges", per_page=100)
        assert listed.status_code == 200, listed.text
        assert {each["reference"].partition(" ")[0] for each in listed.json()} == {person.email}

    await asyncio.gather(*(charge(person, number) for number in range(AT_ONCE // 2) for person in (ana, carla)))
    await work()
    assert sql("select company_id, count(*) from charge group by 1 order by 1") == [
        (2, AT_ONCE // 2),
        (3, AT_ONCE // 2),
    ]


async def test_money_goes_its_way_through_the_pooler_and_the_books_hold(counter: Counter, ana: Person) -> None:
    paid = await asyncio.gather(*(counter.charge(ana, amount) for amount in (1_000, 2_500)))
    for charge in paid:
        await counter.bank.pay(charge["br_code"])
        await counter.carry(2)
    for charge in paid:
        assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


async def test_what_a_transaction_sets_ends_with_it(app: App, pooler_url: str) -> None:
    asked = "select current_setting('lock_timeout') as a, current_setting('statement_timeout') as b, current_setting('timezone') as c"
    async with app.database.transaction(SYSTEM) as tx:
        assert await tx.one(asked) == {"a": "5s", "b": "30s", "c": "UTC"}
        assert await tx.value("select current_setting('retaguarda.companies', true)") == "*"
    with psycopg.connect(pooler_url, autocommit=True, prepare_threshold=None) as stranger:
        for _ in range(2 * CONNECTIONS):
            row = stranger.execute(
                "select current_setting('lock_timeout'), coalesce(current_setting('retaguarda.companies', true), '')"
            ).fetchone()
            assert row == ("0", "")


async def test_a_statement_that_is_asked_often_is_prepared_on_no_connection(pooler_url: str, app_url: str) -> None:
    database = Database(app_url, size=2 * CONNECTIONS, pooler=pooler_url)
    await database.open()

    async def ask(number: int) -> None:
        async with database.transaction(SYSTEM) as tx:
            # Longer than a driver waits before it prepares.
            for _ in range(8):
                assert await tx.value("select %(number)s::int + 1", {"number": number}) == number + 1

    try:
        await asyncio.gather(*(ask(number) for number in range(40)))
        async with database.transaction(SYSTEM) as tx:
            assert await tx.value("select count(*) from pg_prepared_statements") == 0
    finally:
        await database.close()
