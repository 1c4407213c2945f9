"""What the ledger does by the clock."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, PROVIDER
from retaguarda import ledger
from retaguarda.foundation.database import SYSTEM, Database, Scope
from retaguarda.foundation.money import BRL
from retaguarda.ledger import AccountRef, housekeeping
from retaguarda.ledger.housekeeping import Housekeeping

AVAILABLE = AccountRef(AURORA, "available", BRL)


@pytest.fixture
async def database(owner: psycopg.Connection, app_url: str) -> AsyncIterator[Database]:
    database = Database(app_url, size=2)
    await database.open()
    yield database
    await database.close()


async def test_holds_whose_time_is_over_are_let_go_and_each_is_told_once(
    database: Database, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "BATCH", 2)
    soon = datetime.now(UTC) + timedelta(milliseconds=50)
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 1_000)
    async with database.transaction(Scope(companies=(AURORA,))) as tx:
        for number in range(5):
            await ledger.hold(tx, account=AVAILABLE, amount=100, key=f"h{number}", reference="r", expires_at=soon)
        await ledger.hold(tx, account=AVAILABLE, amount=100, key="stays", reference="r")
    owner.execute("select pg_sleep_until(%s)", (soon,))
    for _ in range(2):
        await Housekeeping(database).expire()
        async with database.transaction(SYSTEM) as tx:
            assert (await ledger.balance(tx, AURORA, "available", BRL)).held == 100
    told = owner.execute("select subject_id from event where name = 'ledger:hold:expired' order by 1").fetchall()
    assert told == [(f"h{number}",) for number in range(5)]
    assert books.broken(owner) == {}


async def test_sums_are_brought_forward_once_enough_is_new(
    database: Database, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "ENTRIES", 3)
    for made, expected in ((2, 0), (1, 1), (1, 1)):
        for _ in range(made):
            with books.scope(owner) as tx:
                books.fund(tx, AURORA, 10)
        await Housekeeping(database).checkpoint()
        assert books.value(owner, "select count(*) from ledger_checkpoint") == expected
    async with database.transaction(SYSTEM) as tx:
        assert (await ledger.balance(tx, PROVIDER, "clearing", BRL)).posted == -40
    assert books.broken(owner) == {}
