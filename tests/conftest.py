"""One real Postgres for the whole run, and a fresh database of its own for every test that asks."""

import asyncio
import gc
import os
import secrets
import shutil
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

import httpx
import hypothesis
import procrastinate
import psycopg
import pytest
import uvloop
from argon2 import PasswordHasher
from psycopg.sql import SQL, Identifier

from bank import Bank, Inbox, open_bank
from people import EMAILS, Person, asgi
from retaguarda.app import App, build, web
from retaguarda.background import readers, timed
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.foundation.events import BEGIN
from retaguarda.foundation.jobs import _Backoff
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.migrate import APP_ROLE, migrate
from retaguarda.identity import passwords
from retaguarda.payin.processors.connections import ensure_connection
from retaguarda.payouts.processors.create_from_settings import ensure_payout_processor
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, Limits, Settings
from retaguarda.worker import drain
from retaguarda_demo.load import load_people
from retaguarda_demo.trial import SANDBOX_ACCOUNT
from retaguarda_sandbox.settings import SandboxSettings
from retaguarda_sandbox.store import LAID
from support.charges import Counter
from support.pooler import running_pooler
from support.secret import SECRET as SECRET

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]
Sql = Callable[..., list[tuple[Any, ...]]]

# What is slow on a busy machine is not wrong.
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")

#: Of each process that tests beside others on one server.
TEMPLATE = f"retaguarda_template_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
#: Bytes.
MEMORY_WANTED = 4 * 1024**3
#: Nothing in a test needs to survive a power cut.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}


#: Addresses of databases in which the house is connected to the sandbox already.
CONNECTED = set[str]()
#: For what sessions that were told to end are waited for; after it Postgres says itself who is left.
LAST_SESSIONS_S = 20
_END_SESSIONS = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"

# What a test builds and leaves is much, and little of it is garbage: who looks for that looks seldom.
gc.set_threshold(20_000, 20, 100)


class Remembering(PasswordHasher):
    """Looks at a password and its hash as always, but once: the demo's people sign in, with the same one, in most tests."""

    right: ClassVar = set[tuple[str | bytes, str | bytes]]()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        if (hash, password) not in self.right:
            super().verify(hash, password)
            self.right.add((hash, password))
        return True


#: The one that the product made for itself.
PRODUCT_HASHER = passwords._hasher
passwords._hasher = Remembering(PRODUCT_HASHER.time_cost, PRODUCT_HASHER.memory_cost, PRODUCT_HASHER.parallelism)


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Tests run on the loop that the product runs on, which takes a quarter less of the processor than Python's own."""
    return {"uvloop": uvloop.new_event_loop}


def pytest_collection_finish() -> None:
    """What was imported and collected stays: who looks for garbage does not walk all of it again in each test."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest test begins first, so that no core waits for it at the end."""
    items.sort(key=lambda item: item.path.name != "test_any_input.py")


def _with_database(url: str, name: str, user: str | None = None) -> str:
    parts = urlsplit(url)
    netloc = parts.netloc if user is None else f"{user}@{parts.netloc.rpartition('@')[2]}"
    return urlunsplit(parts._replace(path=f"/{name}", netloc=netloc))


def roomy_folder() -> str:
    """Where a test's server is laid: in memory, where there is room, a database is there in a fifth of the time.

    A short path: a Unix socket's address has 107 bytes at most."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > MEMORY_WANTED else "/tmp"


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Address of a server as its owner: the embedded one, or TEST_DATABASE_URL (another major, with trust for its roles)."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="rg-", dir=roomy_folder()))
    server = EmbeddedPostgres(folder / "pg", FAST)
    server.start()
    yield server.url("postgres")
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def server(server_url: str) -> Iterator[psycopg.Connection]:
    """Makes databases and takes them away."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def template(server: psycopg.Connection, server_url: str) -> str:
    server.execute(SQL("drop database if exists {} with (force)").format(Identifier(TEMPLATE)))
    server.execute(SQL("create database {}").format(Identifier(TEMPLATE)))
    url = _with_database(server_url, TEMPLATE)
    migrate(url)
    # Whoever comes first after a change writes down what of the catalogue every session reads; its copies have it then.
    psycopg.connect(url).close()
    return TEMPLATE


@pytest.fixture(scope="session")
def peopled(server: psycopg.Connection, server_url: str, template: str) -> str:
    """A second template: with the demo's companies and people, and the sandbox's tables."""
    name = f"{template}_people"
    server.execute(SQL("drop database if exists {} with (force)").format(Identifier(name)))
    _make(server, name, template)
    with psycopg.connect(_with_database(server_url, name)) as connection:
        load_people(connection, Keys(SECRET))
        connection.execute(LAID)
    psycopg.connect(_with_database(server_url, name)).close()
    return name


@pytest.fixture(scope="session")
def connected(server: psycopg.Connection, server_url: str, peopled: str) -> str:
    """A third one: a house with those people that is connected to the sandbox, and each of whose readers has begun to read events."""
    return connected_copy(server, server_url, peopled)


def connected_copy(server: psycopg.Connection, server_url: str, peopled: str) -> str:
    name = f"{peopled}_connected"
    server.execute(SQL("drop database if exists {} with (force)").format(Identifier(name)))
    _make(server, name, peopled)
    settings = Settings(secret=SECRET, bot_check="none", web_dist=Path("/nonexistent"), data=Path("/nonexistent"))
    built = build(settings, as_app(_with_database(server_url, name)), Inbox())

    async def begin() -> None:
        async with built.opened():
            await connect_sandbox(built.database)
            async with built.database.transaction(SYSTEM) as tx:
                for reader in readers(built):
                    await tx.execute(BEGIN, {"name": reader.name})

    # A loop of its own, which no test's loop is mistaken for.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(begin())
    return name


def _make(server: psycopg.Connection, name: str, template: str) -> None:
    # Copying files is faster than logging each page, and a test's database needs no log.
    server.execute(
        SQL("create database {} template {} strategy file_copy").format(Identifier(name), Identifier(template))
    )


@contextmanager
def _copy(server: psycopg.Connection, server_url: str, template: str) -> Iterator[str]:
    name = f"t_{secrets.token_hex(6)}"
    _make(server, name, template)
    yield _with_database(server_url, name)
    drop(server, name)


def drop(server: psycopg.Connection, name: str) -> None:
    """Ends every session of a database, and takes it away once they are gone.

    Postgres looks whether they are once, and then every tenth of a second: sessions that a test has just closed cost it that."""
    given_up = time.monotonic() + LAST_SESSIONS_S
    while server.execute(_END_SESSIONS, (name,)).rowcount and time.monotonic() < given_up:
        time.sleep(0.002)
    server.execute(SQL("drop database {} with (force)").format(Identifier(name)))


@pytest.fixture
def database_url(server: psycopg.Connection, server_url: str, template: str) -> Iterator[str]:
    """A migrated, empty database, as its owner."""
    with _copy(server, server_url, template) as url:
        yield url


@pytest.fixture
def peopled_url(
    request: pytest.FixtureRequest, server: psycopg.Connection, server_url: str, peopled: str, connected: str
) -> Iterator[str]:
    """A database with the demo's companies and people, as its owner; connected to the sandbox for whoever asks for the application."""
    of_app = "app" in request.fixturenames
    with _copy(server, server_url, connected if of_app else peopled) as url:
        if of_app:
            CONNECTED.add(url)
        yield url
        CONNECTED.discard(url)


@pytest.fixture
def app_url(database_url: str) -> str:
    """The same database, as the application's role."""
    return as_app(database_url)


def as_app(url: str) -> str:
    return _with_database(url, urlsplit(url).path[1:], APP_ROLE)


@pytest.fixture
async def bank(peopled_url: str) -> AsyncIterator[Bank]:
    """The payment provider, spoken to in memory; its notices lie in an inbox until a test carries them to us."""
    settings = SandboxSettings(
        database_url=peopled_url,
        client_id=SANDBOX_CLIENT,
        client_secret=SANDBOX_SECRET,
        refund_seconds=0,
        # The next notice of the inbox is the one that a test makes happen.
        tells_of_payouts=False,
    )
    async with open_bank(settings, "http://psp") as opened:
        yield opened


async def connect_sandbox(database: Database) -> None:
    """Makes the sandbox the processor of both directions, as the settings of a house do."""
    await ensure_connection(
        database,
        Keys(SECRET),
        name="Sandbox",
        base_url="http://psp/api/v2",
        token_url="http://psp/oauth/token",
        client_id=SANDBOX_CLIENT,
        client_secret=SANDBOX_SECRET,
        pix_key=SANDBOX_KEY,
        account=SANDBOX_ACCOUNT,
    )
    await ensure_payout_processor(
        database,
        Keys(SECRET),
        name="Sandbox",
        base_url="http://psp/api/v2",
        token_url="http://psp/oauth/token",
        client_id=SANDBOX_CLIENT,
        client_secret=SANDBOX_SECRET,
        pix_key=SANDBOX_KEY,
        ispb=Settings(secret=SECRET).payout.ispb,
    )


@dataclass
class Held:
    """A transaction of a pool, and whether it is open still."""

    database: Database
    open: bool = True


#: What this task, or one that it was started from, has taken out of a pool.
_held: ContextVar[tuple[Held, ...]] = ContextVar("held", default=())


@pytest.fixture(autouse=True)
def nobody_holds_a_connection_and_waits_for_another(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Fails a test in which a call asks its pool for a second connection: as many of those at once as the pool has
    connections would wait for each other, and everybody else for them. Yields where that happened."""
    second = list[str]()
    begin = Database.begin

    @asynccontextmanager
    async def guarded(
        database: Database, opening: bytes, *, side: bool = False
    ) -> AsyncIterator[tuple[Tx, Row | None]]:
        if side:
            async with begin(database, opening, side=True) as opened:
                yield opened
            return
        still = tuple(held for held in _held.get() if held.open)
        if any(held.database is database for held in still):
            second.append("".join(traceback.format_stack(limit=12)))
        async with begin(database, opening) as opened:
            held = Held(database)
            _held.set((*still, held))
            try:
                yield opened
            finally:
                held.open = False

    monkeypatch.setattr(Database, "begin", guarded)
    yield second
    assert not second, f"a second connection was asked for while one was held:\n{second[0]}"


@pytest.fixture(autouse=True)
def nothing_comes_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that failed waits for the test to run it: the second it waits otherwise is over in the midst of a slow test."""
    later = procrastinate.RetryDecision(retry_in={"hours": 1})
    monkeypatch.setattr(_Backoff, "get_retry_decision", lambda *_, **__: later)


@pytest.fixture(scope="session")
def pooler_port(server_url: str) -> Iterator[int]:
    with running_pooler(server_url, connections=2) as port:
        yield port


@pytest.fixture(scope="session")
def roomy_pooler_port(server_url: str) -> Iterator[int]:
    """For any test: some hold several transactions open while another one waits for them."""
    with running_pooler(server_url, connections=20) as port:
        yield port


@pytest.fixture
def pooler_url(request: pytest.FixtureRequest, peopled_url: str) -> str:
    """Of the pooler before the test's database, where TEST_POOLER asks for one; else nothing."""
    return pooled(request.getfixturevalue("roomy_pooler_port"), peopled_url) if os.environ.get("TEST_POOLER") else ""


def pooled(port: int, url: str) -> str:
    return f"postgresql://{APP_ROLE}@127.0.0.1:{port}{urlsplit(url).path}"


@pytest.fixture
async def app(peopled_url: str, pooler_url: str, bank: Bank, tmp_path: Path) -> AsyncIterator[App]:
    """The application on a database with the demo's companies and people, connected to the sandbox.

    No clock runs: a minute that is over while a test works would run every task in the midst of it.
    """
    # A test calls faster than a person, and than most programs.
    limits = Limits(calls_person=((1_000_000, 60),), calls_key=((1_000_000, 60),))
    settings = Settings(
        secret=SECRET,
        bot_check="none",
        web_dist=Path("/nonexistent"),
        data=tmp_path,
        limits=limits,
        database_pooler_url=pooler_url,
        archive=str(tmp_path / "archive"),
    )
    built = build(settings, as_app(peopled_url), bank.client._transport)
    built.queue.add(timed(built)[0], [])
    async with built.opened():
        if peopled_url not in CONNECTED:
            await connect_sandbox(built.database)
        yield built


@pytest.fixture
async def client(app: App) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who has not signed in."""
    transport = asgi(web(app))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as anyone:
        yield anyone


@pytest.fixture
def sign_in(client: httpx.AsyncClient) -> SignIn:
    """``await sign_in("ana")``."""

    async def by_name(name: str) -> Person:
        own = httpx.AsyncClient(transport=client._transport, base_url=client.base_url)
        return await Person(own, EMAILS[name]).sign_in()

    return by_name


@pytest.fixture
async def work(app: App) -> Work:
    """``await work()``: the worker does everything there is to do now."""

    async def until_idle() -> None:
        await drain(app)

    return until_idle


@pytest.fixture
async def ana(sign_in: SignIn) -> Person:
    return await sign_in("ana")


@pytest.fixture
async def carla(sign_in: SignIn) -> Person:
    return await sign_in("carla")


@pytest.fixture
async def diego(sign_in: SignIn) -> Person:
    return await sign_in("diego")


@pytest.fixture
async def gil(sign_in: SignIn) -> Person:
    return await sign_in("gil")


@pytest.fixture
async def bruno(sign_in: SignIn) -> Person:
    return await sign_in("bruno")


@pytest.fixture
async def eva(sign_in: SignIn) -> Person:
    return await sign_in("eva")


@pytest.fixture
async def helena(sign_in: SignIn) -> Person:
    return await sign_in("helena")


@pytest.fixture
async def counter(bank: Bank, app: App, client: httpx.AsyncClient, work: Work, peopled_url: str) -> Counter:
    """Where a merchant sells: what happens at the provider is told to us."""
    counter = Counter(bank, app, client, work, peopled_url)
    await counter.run_job("payin.tell_webhooks")
    return counter


@pytest.fixture
def sql(peopled_url: str) -> Iterator[Sql]:
    """``sql("update …")``: what only the owner of the database could do; the rows, if any."""
    connections = list[psycopg.Connection]()

    def run(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        if not connections or connections[0].closed:
            # Prepared, a statement would not stand a change of what it is about.
            connections[:] = [
                psycopg.connect(peopled_url, autocommit=True, prepare_threshold=None, options="-c lock_timeout=20s")
            ]
        cursor = connections[0].execute(statement.encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    yield run
    for connection in connections:
        connection.close()
