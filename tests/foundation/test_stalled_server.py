"""A server that stands still, as a frozen machine does, holds up nobody for longer than a few seconds."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from retaguarda.foundation import database as module
from retaguarda.foundation import stalled_server
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.stalled_server import one_of_several_leads, patience


class Machine:
    """Stands before the test's Postgres, on a port of its own, until it is frozen: then nothing passes, and nothing is closed."""

    def __init__(self, behind: str) -> None:
        self._behind, self.frozen, self.port = behind, False, 0
        self.passing, self._ways = list[asyncio.Task[object]](), list[asyncio.StreamWriter]()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._passes, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def freeze(self) -> None:
        self.frozen = True
        self._server.close()

    async def _passes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inward, outward = await asyncio.open_unix_connection(self._behind)
        self._ways += [writer, outward]
        self.passing += [
            asyncio.ensure_future(self._pump(reader, outward)),
            asyncio.ensure_future(self._pump(inward, writer)),
        ]

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                while self.frozen:  # noqa: ASYNC110  (how soon a machine thaws is of no interest)
                    await asyncio.sleep(0.02)
                if sink.is_closing():
                    break
                sink.write(data)
        sink.close()

    async def end(self) -> None:
        self.frozen = False
        self._server.close()
        for way in self._ways:
            way.transport.abort()
        await asyncio.gather(*self.passing)


@asynccontextmanager
async def machine(url: str) -> AsyncIterator[Machine]:
    folder = "".join(parse_qs(urlsplit(url).query).get("host", []))
    if not folder.startswith("/"):
        pytest.skip("the test's Postgres has no socket here")
    found = Machine(f"{folder}/.s.PGSQL.5432")
    await found.start()
    yield found
    await found.end()


async def test_who_waits_on_a_frozen_server_is_told_and_the_next_go_to_the_one_that_leads_now(
    app_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "watch", lambda connect: stalled_server.watch(connect, 0.02, 1))
    parts = urlsplit(app_url)
    async with machine(app_url) as old, machine(app_url) as new:
        ports = f"127.0.0.1:{old.port},127.0.0.1:{new.port}"
        database = Database(
            f"postgresql://{parts.username}@{ports}{parts.path}?target_session_attrs=read-write", size=2
        )
        await database.open()
        try:
            while len(old.passing) < 4:  # noqa: ASYNC110  (one of the pool, and the one that watches)
                await asyncio.sleep(0.01)
            with pytest.raises(psycopg.OperationalError):
                await _ask(database, old.freeze)
            # Also the connections that lay idle are no more.
            assert await _ask(database) == 1
        finally:
            await database.close()


async def _ask(database: Database, before: Callable[[], None] = lambda: None) -> object:
    async with database.transaction(SYSTEM) as tx:
        before()
        return await asyncio.wait_for(tx.value("select 1"), 60)


def test_only_an_address_of_several_servers_is_watched_and_an_operator_s_own_patience_stands() -> None:
    several = "postgresql://u@db1.example,db2.example/retaguarda?target_session_attrs=read-write"
    assert one_of_several_leads(several)
    assert patience(several) == {"connect_timeout": 5}
    assert patience(f"{several}&connect_timeout=2") == {}
    for one in (
        "postgresql://u@db1.example,db2.example/retaguarda",
        "postgresql://u@db.example/retaguarda",
        "postgresql://u@/retaguarda?host=/tmp/rg-1",
    ):
        assert not one_of_several_leads(one)
        assert patience(one) == {}
