"""A bank for each test: the sandbox on its own schema, its notices caught, its clock ours."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit, urlunsplit

import httpx
import msgspec
import psycopg
import pytest
from litestar import Litestar
from psycopg import sql

from bank import PATIENCE
from retaguarda.providers.pix import SCOPES, Exchange, PixClient, PixConfig
from retaguarda_sandbox.app import create_app
from retaguarda_sandbox.settings import SandboxSettings
from sandbox import official
from sandbox.coverage import SEEN

BASE = "http://bank.test"


def pytest_sessionfinish() -> None:
    """Leaves behind what was reached, for ``make pix-coverage``."""
    if told := os.environ.get("PIX_COVERAGE"):
        SEEN.dump(Path(told))


NOON = time(12, tzinfo=UTC)


class Clock:
    """The real time, and what a test adds to it."""

    ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


class Inbox(httpx.AsyncBaseTransport):
    """Where notices arrive. ``refusals`` are answered first, one each, before notices are taken."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.refusals: list[int | Exception] = []
        self.urls: list[str] = []
        self._notices: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.urls.append(str(request.url))
        if self.refusals:
            refusal = self.refusals.pop(0)
            if isinstance(refusal, Exception):
                raise refusal
            return httpx.Response(refusal)
        body = msgspec.json.decode(await request.aread())
        kind = request.url.path.rpartition("/")[2]
        official.check_notice(kind, body)
        SEEN.told(kind, body)
        self._notices.put_nowait(body)
        return httpx.Response(200)

    async def next(self) -> dict[str, Any]:
        """The Pix, the recurrence or the charge of the next notice."""
        async with asyncio.timeout(PATIENCE):
            body = await self._notices.get()
        ((told,),) = body.values()
        return told

    @property
    def waiting(self) -> int:
        return self._notices.qsize()


class Judged(httpx.AsyncBaseTransport):
    """Carries calls to the sandbox as a network would, timeouts included, and has each one judged."""

    def __init__(self, app: Litestar) -> None:
        self._inner = httpx.ASGITransport(cast(Any, app))
        self.judging = True

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = await request.aread()
        limit = request.extensions.get("timeout", {}).get("read")
        try:
            async with asyncio.timeout(limit):
                response = await self._inner.handle_async_request(request)
        except TimeoutError:
            raise httpx.ReadTimeout("", request=request) from None
        content = await response.aread()
        path = request.url.raw_path.decode().partition("?")[0]
        if self.judging and (operation := official.operation_of(request.method, unquote(path))):
            read = _signed(content) if path.startswith("/qr/") and response.is_success else _json(content)
            SEEN.call(operation, dict(request.url.params), _json(sent), response.status_code, read)
        if self.judging and path.startswith("/api/v2/"):
            official.check_call(
                request.method,
                unquote(path.removeprefix("/api/v2")),
                _json(sent),
                response.status_code,
                response.headers.get("content-type", ""),
                _json(content),
            )
        return response


def _signed(content: bytes) -> Any:
    """What a payer's bank reads of a signed payload."""
    body = content.split(b".")[1]
    return _json(base64.urlsafe_b64decode(body + b"=" * (-len(body) % 4)))


def _json(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content) if content else None
    except (ValueError, RecursionError):
        return content


class Bank:
    def __init__(self, app: Litestar, settings: SandboxSettings, clock: Clock, inbox: Inbox) -> None:
        self.app = app
        self.settings = settings
        self.clock = clock
        self.inbox = inbox
        self.transport = Judged(app)
        self.exchanges: list[Exchange] = []
        self.pix = self.client()
        #: Calls without the client, with a token of every scope once ``sign_in()`` was awaited.
        self.http = httpx.AsyncClient(base_url=f"{BASE}/api/v2", transport=self.transport)
        self.control = httpx.AsyncClient(base_url=BASE, transport=self.transport)

    def client(self, timeout: float = 5.0, secret: str = "", scopes: str = SCOPES) -> PixClient:
        config = PixConfig(
            base_url=f"{BASE}/api/v2",
            token_url=f"{BASE}/oauth/token",
            client_id=self.settings.client_id,
            client_secret=secret or self.settings.client_secret,
            timeout=timeout,
            scopes=scopes,
        )
        return PixClient(config, transport=self.transport, on_exchange=self.exchanges.append)

    async def on(self, day: date) -> None:
        """The bank's clock goes to noon of that day."""
        self.clock.ahead = datetime.combine(day, NOON) - datetime.now(UTC)
        await self.sign_in()

    async def sign_in(self) -> None:
        answer = await self.control.post(
            "/oauth/token",
            data={"grant_type": "client_credentials"},
            auth=(self.settings.client_id, self.settings.client_secret),
        )
        self.http.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    async def fault(self, *faults: dict[str, Any], seed: int = 1) -> None:
        answer = await self.control.post("/sandbox/faults", json={"faults": faults, "seed": seed})
        assert answer.status_code == 201, answer.text

    async def pay(self, code: str | None, **rest: Any) -> dict[str, Any]:
        """Pays once and answers the payment."""
        answer = await self.control.post("/sandbox/pay", json={"code": code} | rest)
        assert answer.status_code == 201, answer.text
        return answer.json()["pix"][0]

    async def number_locations(self, number: int, table: str = "locrec") -> None:
        """The next location, of a recurrence or of a charge, has this number."""
        await self._do(f"alter table sandbox.{table} alter column id restart with {int(number)}")

    async def rename_rec(self, id_rec: str, name: str) -> None:
        """The document's examples name recurrences that stand already."""
        await self._do("update sandbox.rec set id_rec = %s where id_rec = %s", name, id_rec)

    async def _do(self, statement: str, *values: str) -> None:
        async with await psycopg.AsyncConnection.connect(self.settings.database_url, autocommit=True) as connection:
            await connection.execute(statement.encode(), values or None)

    async def close(self) -> None:
        await self.pix.close()
        await self.http.aclose()
        await self.control.aclose()


@asynccontextmanager
async def running(app: Litestar) -> AsyncIterator[None]:
    """Its lifespan in a task of its own: a fixture is entered and left in two, which anyio refuses."""
    started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    ended = asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            started.set_result(None)
            await ended.wait()

    task = asyncio.create_task(live())
    await asyncio.wait((task, started), return_when=asyncio.FIRST_COMPLETED)
    try:
        if started.done():
            yield
    finally:
        ended.set()
        await task


@pytest.fixture(scope="session")
def sandbox_database(server_url: str) -> Iterator[str]:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("drop database if exists sandbox_tests with (force)")
        connection.execute("create database sandbox_tests")
        yield urlunsplit(urlsplit(server_url)._replace(path="/sandbox_tests"))
        connection.execute("drop database sandbox_tests with (force)")


@pytest.fixture(scope="session")
def sandbox_settings(sandbox_database: str) -> SandboxSettings:
    return SandboxSettings(
        database_url=sandbox_database,
        public_host="pix.example.com",
        refund_seconds=0.02,
        webhook_retry_seconds=0.01,
        pool_size=4,
    )


@pytest.fixture(scope="session")
def premises(sandbox_settings: SandboxSettings) -> tuple[Litestar, Clock, Inbox]:
    """Routes are laid once; each test opens and closes the bank."""
    clock, inbox = Clock(), Inbox()
    return create_app(sandbox_settings, now=clock, webhook_transport=inbox), clock, inbox


@pytest.fixture
async def bank(premises: tuple[Litestar, Clock, Inbox], sandbox_settings: SandboxSettings) -> AsyncIterator[Bank]:
    app, clock, inbox = premises
    clock.ahead = timedelta()
    inbox.clear()
    _empty(sandbox_settings.database_url)
    async with running(app):
        bank = Bank(app, sandbox_settings, clock, inbox)
        await bank.sign_in()
        yield bank
        await bank.close()


def _empty(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        tables = connection.execute("select tablename from pg_tables where schemaname = 'sandbox'").fetchall()
        if names := sql.SQL(", ").join(sql.Identifier("sandbox", *row) for row in tables).as_string():
            connection.execute(f"truncate {names} restart identity".encode())
