"""A commit that no standby has seen is not told as done: the primary may be lost, and it with it."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, LiteralString, cast

import psycopg
import pytest

from people import Person
from retaguarda.app import App
from retaguarda.foundation import standby_wait
from retaguarda.foundation.database import SYSTEM, Database, StandbyAway, Unconfirmed
from retaguarda.foundation.embedded import EmbeddedPostgres

#: As Postgres says it when a wait for the standby is cancelled; the transaction is committed by then.
WARNING = "canceling wait for synchronous replication due to user request"


@pytest.fixture
def alone() -> Iterator[str]:
    """A server that waits for a standby which never comes."""
    folder = Path(mkdtemp(prefix="rg-", dir="/tmp"))
    server = EmbeddedPostgres(folder / "pg", {"fsync": "off"})
    server.start()
    url = server.url("postgres")
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("create table kept (number int)")
        owner.execute("alter system set synchronous_standby_names = 'ghost'")
        owner.execute("select pg_reload_conf()")
    yield url
    server.stop()
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.fixture
async def database(alone: str) -> AsyncIterator[Database]:
    opened = Database(alone, size=1)
    await opened.open()
    yield opened
    await opened.close()


async def _cancel_the_wait(url: str) -> None:
    waiting = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as owner:
        while not await (await owner.execute(waiting)).fetchall():
            await owner.execute("select pg_sleep(0.02)")


async def test_a_commit_whose_wait_for_the_standby_is_cancelled_is_an_error_and_its_connection_is_closed(
    alone: str, database: Database
) -> None:
    async def write() -> None:
        async with database.transaction(SYSTEM) as tx:
            before.append(await tx.value("select pg_backend_pid()"))
            await tx.execute("insert into kept values (1)")

    before = list[int]()
    writing = asyncio.create_task(write())
    await _cancel_the_wait(alone)
    with pytest.raises(Unconfirmed):
        await writing
    # It stands here, and what only reads goes on, on another connection.
    async with database.transaction(SYSTEM) as tx:
        assert await tx.value("select count(*) from kept") == 1
        assert await tx.value("select pg_backend_pid()") not in before


async def _kill_who_waits(url: str) -> None:
    """End the connection that waits for the standby as a crash does; the server recovers in place."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as owner:
        found = None
        while not found:
            waiting = await owner.execute("select pid from pg_stat_activity where wait_event = 'SyncRep'")
            found = await waiting.fetchone()
        os.kill(found[0], signal.SIGKILL)


async def _recovered(url: str) -> psycopg.AsyncConnection:
    while True:
        try:
            return await psycopg.AsyncConnection.connect(url, autocommit=True)
        except psycopg.OperationalError:
            await asyncio.sleep(0.05)


async def test_what_a_killed_connection_had_committed_is_seen_and_confirmed_by_nobody_without_a_standby(
    alone: str, database: Database
) -> None:
    async def write() -> None:
        async with database.transaction(SYSTEM) as tx:
            await tx.execute("insert into kept values (1)")

    writing = asyncio.create_task(write())
    await _kill_who_waits(alone)
    with pytest.raises(psycopg.Error):
        await writing
    async with await _recovered(alone) as owner:
        # It stands, though nobody was told: it would be gone with this server.
        assert await (await owner.execute("select count(*) from kept")).fetchone() == (1,)

    async def tell_again() -> None:
        # As command_first() does before it gives a stored response.
        async with database.transaction(SYSTEM) as tx:
            assert await tx.value("select count(*) from kept") == 1
            await tx.execute("select pg_logical_emit_message(true, 'retaguarda', 'replayed')")

    telling = asyncio.create_task(tell_again())
    await _cancel_the_wait(alone)
    with pytest.raises(Unconfirmed):
        await telling


async def test_a_commit_that_waits_too_long_is_told_and_others_are_not_shown_it(
    alone: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby_wait, "LOOK_S", 0.02)
    monkeypatch.setattr(standby_wait, "WAITED_S", 0.3)

    async def write(number: int) -> None:
        async with database.transaction(SYSTEM) as tx:
            await tx.execute("insert into kept values (%(number)s)", {"number": number})

    async def count() -> int:
        async with database.transaction(SYSTEM) as tx:
            return await tx.value("select count(*) from kept")

    with pytest.raises(Unconfirmed):
        await asyncio.wait_for(write(1), 60)
    # Only one machine has it, which goes on waiting: nobody sees it.
    assert await count() == 0
    # What would wait likewise is refused at once, and holds no connection of those that only read.
    for _ in range(3):
        with pytest.raises(StandbyAway):
            await asyncio.wait_for(write(2), 5)
        assert await count() == 0
    async with await psycopg.AsyncConnection.connect(alone, autocommit=True) as owner:
        assert await (
            await owner.execute("select count(*) from pg_stat_activity where wait_event = 'SyncRep'")
        ).fetchone() == (1,)
        await owner.execute("alter system set synchronous_standby_names = ''")
        await owner.execute("select pg_reload_conf()")
    written = False
    while not written:
        try:
            await write(3)
            written = True
        except StandbyAway:
            await asyncio.sleep(0.02)
    # The one that waited stands, and nothing of what was refused.
    assert await count() == 2


async def test_who_writes_while_no_standby_answers_hears_503_in_words_and_who_reads_is_served(
    waiting_url: str, ana: Person, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby_wait, "LOOK_S", 0.02)
    monkeypatch.setattr(standby_wait, "WAITED_S", 0.3)
    body = {"amount": {"amount": 100}, "reference": "waits"}
    # That somebody was here is written once a minute, and may not keep them from reading.
    sql("update session set last_seen_at = now() - interval '2 minutes'")
    with standby_lost(waiting_url):
        first = await ana.post("/v1/payin/charges", body, key="waits")
        assert (first.status_code, first.json()["message"]) == (503, "temporarily_unavailable")
        assert "same Idempotency-Key" in first.json()["error"]
        other = await ana.post("/v1/payin/charges", {"amount": {"amount": 200}, "reference": "refused"}, key="refused")
        assert (other.status_code, other.json()["message"]) == (503, "temporarily_unavailable")
        assert "nothing was changed" in other.json()["error"]
        listed = await ana.get("/v1/payin/charges")
        assert listed.status_code == 200
        assert "waits" not in listed.text
    for key, sent in (("waits", body), ("refused", {"amount": {"amount": 200}, "reference": "refused"})):
        for _ in range(2):
            said = await ana.post("/v1/payin/charges", sent, key=key)
            while said.status_code == 503:
                await asyncio.sleep(0.05)
                said = await ana.post("/v1/payin/charges", sent, key=key)
            assert said.status_code == 201
    listed = (await ana.get("/v1/payin/charges")).json()
    assert [each["reference"] for each in listed if each["reference"] in ("waits", "refused")] == ["refused", "waits"]


@pytest.fixture
def unsure(sql: Any) -> None:
    """Each charge commits with the warning, as its last words."""
    sql(
        "create function unsure() returns trigger language plpgsql as $$"
        f" begin raise warning '{WARNING}'; return null; end $$"
    )
    sql(
        "create constraint trigger unsure after insert on charge deferrable initially deferred"
        " for each row execute function unsure()"
    )


async def test_who_asked_hears_503_and_the_same_call_again_does_nothing_twice(
    ana: Person, app: App, sql: Any, unsure: None
) -> None:
    body, key = {"amount": {"amount": 100}, "reference": "unsure"}, "the same call"
    said = await ana.post("/v1/payin/charges", body, key=key)
    assert (said.status_code, said.json()["message"]) == (503, "temporarily_unavailable")
    assert int(said.headers["Retry-After"]) > 0
    assert "same Idempotency-Key" in said.json()["error"]
    for _ in range(2):
        again = await ana.post("/v1/payin/charges", body, key=key)
        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert sql("select count(*) from charge where reference = 'unsure'") == [(1,)]


@pytest.fixture
def waiting_url(peopled_url: str) -> str:
    """The database, of which the connections that open from now on wait for a standby; tests else wait for none."""
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        owner.execute(
            "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$"
        )
    return peopled_url


@contextmanager
def standby_lost(url: str) -> Iterator[None]:
    """Commits wait for a standby that never comes."""

    def name(standby: str) -> None:
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute(cast(LiteralString, f"alter system set synchronous_standby_names = '{standby}'"))
            owner.execute("select pg_reload_conf()")
        said = None
        while said != (standby,):
            with psycopg.connect(url, autocommit=True) as owner:
                said = owner.execute("show synchronous_standby_names").fetchone()

    name("ghost")
    try:
        yield
    finally:
        name("")


async def test_a_response_that_is_given_again_waits_for_the_standby_as_the_first_one_does(
    waiting_url: str, ana: Person
) -> None:
    body, key = {"amount": {"amount": 100}, "reference": "seen here alone"}, "told again"
    assert (await ana.post("/v1/payin/charges", body, key=key)).status_code == 201
    with standby_lost(waiting_url):
        again = asyncio.create_task(ana.post("/v1/payin/charges", body, key=key))
        waits = asyncio.create_task(_cancel_the_wait(waiting_url))
        await asyncio.wait({again, waits}, return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
    said = await again
    assert (said.status_code, said.json()["message"]) == (503, "temporarily_unavailable")


async def test_another_warning_says_nothing_about_the_standby(ana: Person, sql: Any, unsure: None) -> None:
    sql(
        "create or replace function unsure() returns trigger language plpgsql as"
        " $$ begin raise warning 'something else'; return null; end $$"
    )
    assert (await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})).status_code == 201


async def test_a_warning_in_the_midst_of_a_transaction_is_not_about_its_commit(app_url: str) -> None:
    database = Database(app_url, size=1)
    await database.open()
    try:
        async with database.transaction(SYSTEM) as tx:
            await tx.execute(f"do $$ begin raise warning '{WARNING}'; end $$")
        async with database.transaction(SYSTEM) as tx:
            assert await tx.value("select 1") == 1
    finally:
        await database.close()
