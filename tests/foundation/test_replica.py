"""Lists are read on a server that follows, and are never older than what whoever asks has written."""

import asyncio
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from conftest import SECRET, Work, as_app, drop, roomy_folder
from people import Person
from retaguarda.app import App, build
from retaguarda.database_url import replica_url
from retaguarda.foundation import replica as module
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.metrics import REPLICA_READS
from retaguarda.foundation.migrate import migrate
from retaguarda.foundation.postgres_programs import program
from retaguarda.foundation.replica import Behind, position_of
from retaguarda.settings import Settings
from retaguarda_demo.load import load_people
from retaguarda_sandbox.store import LAID

#: As on a server of a provider's, but for the disk.
KEPT = {"fsync": "off", "shared_buffers": "64MB"}
#: At the server that follows: a reader's transaction has had an answer since it was opened, and asks nothing at the moment.
LOOKED_ONCE = """
    select exists (select from pg_stat_activity
                    where usename = 'retaguarda_app' and state = 'idle in transaction' and query_start > xact_start)
"""


@dataclass
class Pair:
    leader: EmbeddedPostgres
    follower: EmbeddedPostgres

    def at_follower(self, query: str) -> Any:
        with psycopg.connect(self.follower.url("postgres"), autocommit=True) as owner:
            row = owner.execute(query.encode()).fetchone()
            return row and row[0]


@contextmanager
def follower_of(leader: EmbeddedPostgres, folder: Path) -> Iterator[EmbeddedPostgres]:
    """A second server, which gets all that the first one writes."""
    host = conninfo_to_dict(leader.url("postgres"))["host"]
    owner = leader.folder.stat()
    folder.mkdir(mode=0o700)
    subprocess.run(["chown", f"{owner.st_uid}:{owner.st_gid}", folder], check=True)
    subprocess.run(
        [program("pg_basebackup"), "-h", str(host), "-U", "postgres", "-D", folder, "-R", "-c", "fast", "--no-sync"],
        check=True,
        capture_output=True,
        user=owner.st_uid,
        group=owner.st_gid,
        cwd="/",
    )
    # The embedded server's socket lies in its folder.
    for lock in folder.glob(".s.PGSQL.*"):
        lock.unlink()
    server = EmbeddedPostgres(folder, KEPT)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with tempfile.TemporaryDirectory(prefix="rg-", dir=roomy_folder(), ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        leader = EmbeddedPostgres(folder / "leader", KEPT)
        leader.start()
        try:
            with psycopg.connect(leader.url("postgres"), autocommit=True) as owner:
                owner.execute("create database peopled")
            migrate(leader.url("peopled"))
            with psycopg.connect(leader.url("peopled")) as owner:
                load_people(owner, Keys(SECRET))
                owner.execute(LAID)
            with follower_of(leader, folder / "follower") as follower:
                yield Pair(leader, follower)
        finally:
            leader.stop()


@pytest.fixture
def peopled_url(pair: Pair) -> Iterator[str]:
    """A database with the demo's people, on the server that leads."""
    name = f"t_{uuid4().hex[:12]}"
    with psycopg.connect(pair.leader.url("postgres"), autocommit=True) as owner:
        owner.execute(sql.SQL("create database {} template peopled strategy file_copy").format(sql.Identifier(name)))
        row = owner.execute("select pg_current_wal_lsn()::text").fetchone()
        assert row is not None
        while not pair.at_follower(f"select pg_last_wal_replay_lsn() >= '{row[0]}'::pg_lsn"):
            time.sleep(0.02)
        yield pair.leader.url(name)
        drop(owner, name)


@pytest.fixture
async def following(app: App, pair: Pair, peopled_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    """The application, which reads its lists on the server that follows; it is asked anew for each list, and waited for."""
    monkeypatch.setattr(module, "BEHIND_S", 0.0)
    database = Database(as_app(pair.follower.url(urlsplit(peopled_url).path[1:])), size=4, wait_s=20)
    app.replica.database, app.replica.catch_up_s = database, 30
    await app.replica.open()
    yield app
    await database.close()
    app.replica.database = None


def counted(outcome: str) -> float:
    return next(
        sample.value
        for metric in REPLICA_READS.collect()
        for sample in metric.samples
        if sample.name.endswith("_total") and sample.labels["outcome"] == outcome
    )


@pytest.fixture(autouse=True)
def outcomes() -> Callable[[], dict[str, float]]:
    """What has become of the lists since the test began."""
    names = ("read", "behind", "away")
    for name in names:
        REPLICA_READS.labels(name)
    before = {name: counted(name) for name in names}
    return lambda: {name: counted(name) - before[name] for name in names if counted(name) != before[name]}


async def written(person: Person, reference: str) -> list[str]:
    """The references of a person's charges, after one more."""
    body = {"amount": {"amount": 100}, "reference": reference}
    for _ in range(2):
        assert (await person.post("/v1/payin/charges", body, key=reference)).status_code == 201
    return await listed(person)


async def listed(person: Person) -> list[str]:
    said = await person.get("/v1/payin/charges", order_by="created_at", sort="asc")
    assert said.status_code == 200, said.text
    return [each["reference"] for each in said.json()]


async def test_a_list_is_read_where_the_log_has_arrived_and_holds_what_its_reader_wrote(
    following: App, ana: Person, carla: Person, outcomes: Callable[[], dict[str, float]]
) -> None:
    assert await written(ana, "one") == ["one"]
    assert await written(ana, "two") == ["one", "two"]
    # The stranger asks the same server, and sees what is hers.
    assert await listed(carla) == []
    assert outcomes() == {"read": 3}


async def test_where_the_log_stands_still_the_list_is_read_on_the_server_that_leads(
    following: App, ana: Person, pair: Pair, outcomes: Callable[[], dict[str, float]]
) -> None:
    assert await written(ana, "before") == ["before"]
    following.replica.catch_up_s = 0.05
    pair.at_follower("select pg_wal_replay_pause()")
    try:
        assert await written(ana, "after") == ["before", "after"]
        assert outcomes() == {"read": 1, "behind": 1}
    finally:
        pair.at_follower("select pg_wal_replay_resume()")


async def test_a_list_waits_for_a_log_that_is_late_by_a_moment(
    following: App, ana: Person, pair: Pair, outcomes: Callable[[], dict[str, float]]
) -> None:
    pair.at_follower("select pg_wal_replay_pause()")
    try:
        asking = asyncio.create_task(written(ana, "late"))
        # It has looked once where the log stands still: it waits, however long this lasts.
        while not asking.done() and not pair.at_follower(LOOKED_ONCE):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert not asking.done()
    finally:
        pair.at_follower("select pg_wal_replay_resume()")
    assert await asking == ["late"]
    assert outcomes() == {"read": 1}


async def test_a_replica_that_was_behind_is_left_alone_for_a_while(
    following: App, ana: Person, pair: Pair, outcomes: Callable[[], dict[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BEHIND_S", 3_600.0)
    following.replica.catch_up_s = 0
    pair.at_follower("select pg_wal_replay_pause()")
    try:
        for number in ("1", "2", "3"):
            assert number in await written(ana, number)
    finally:
        pair.at_follower("select pg_wal_replay_resume()")
    assert outcomes() == {"behind": 1}


async def test_a_server_that_followed_another_leader_is_not_read_however_far_it_is(following: App) -> None:
    async with following.database.transaction(SYSTEM) as tx:
        here = await position_of(tx)
    async with following.replica.at(here) as other:
        assert await other.value("select pg_is_in_recovery()")
    following.replica.catch_up_s = 0
    ahead = type(here)(here.companies, here.person, "0/1", here.timeline + 1)
    with pytest.raises(Behind):
        async with following.replica.at(ahead):
            pass


async def test_where_nobody_answers_the_list_is_read_on_the_server_that_leads(
    app: App,
    ana: Person,
    tmp_path: Path,
    outcomes: Callable[[], dict[str, float]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # It rests for as long as the test may take.
    monkeypatch.setattr(module, "AWAY_S", 3_600.0)
    nowhere = Database(f"postgresql://retaguarda_app@/nothing?host={tmp_path}", size=1, wait_s=0.05)
    app.replica.database = nowhere
    # The house starts without it.
    await app.replica.open()
    try:
        assert await written(ana, "alone") == ["alone"]
        assert await listed(ana) == ["alone"]
        assert outcomes() == {"away": 1}
    finally:
        await nowhere.close()
        app.replica.database = None


async def test_a_replica_that_was_made_a_server_of_its_own_is_not_read(app: App, ana: Person, pair: Pair) -> None:
    # Another database of a server that leads has the people, and nothing of what they do from now on.
    own = Database(as_app(pair.leader.url("peopled")), size=1, wait_s=20)
    app.replica.database, app.replica.catch_up_s = own, 0
    await app.replica.open()
    try:
        assert await written(ana, "here alone") == ["here alone"]
    finally:
        await own.close()
        app.replica.database = None


async def test_a_file_of_a_list_is_written_from_the_replica_and_holds_what_its_reader_wrote(
    following: App, ana: Person, pair: Pair, work: Work, outcomes: Callable[[], dict[str, float]]
) -> None:
    assert await written(ana, "in the file") == ["in the file"]
    for expected in ({"read": 2}, {"read": 2, "behind": 1}):
        asked = await ana.post("/v1/exports", {"list": "payin.payments", "format": "csv", "columns": ["reference"]})
        assert asked.status_code == 201, asked.text
        await work()
        assert "in the file" in await file_of(ana, asked.json()["id"])
        assert outcomes() == expected
        following.replica.catch_up_s = 0
        pair.at_follower("select pg_wal_replay_pause()")
    pair.at_follower("select pg_wal_replay_resume()")


async def file_of(person: Person, export: str) -> str:
    said = await person.get(f"/v1/exports/{export}/file")
    assert said.status_code == 200, said.text
    return said.text


def test_the_replica_is_reached_as_the_applications_role_and_by_the_password_that_it_has(tmp_path: Path) -> None:
    settings = Settings(secret=SECRET, data=tmp_path, database_url="postgresql://owner:secret@one/books")
    assert replica_url(settings) == ""
    assert build(settings, "postgresql://one/books").replica.database is None
    given = Settings(
        secret=SECRET,
        data=tmp_path,
        database_url="postgresql://owner:secret@one/books",
        database_replica_url="postgresql://two/books?sslmode=verify-full",
    )
    parts = urlsplit(replica_url(given))
    assert (parts.username, parts.hostname, parts.path) == ("retaguarda_app", "two", "/books")
    assert parts.password == Keys(SECRET).password("database")
    assert build(given, "postgresql://one/books").replica.database is not None
    named = Settings(secret=SECRET, data=tmp_path, database_replica_url="postgresql://me:mine@two/books")
    assert replica_url(named) == "postgresql://me:mine@two/books"
