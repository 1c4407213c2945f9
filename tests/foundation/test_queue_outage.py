"""The queue after an outage of its database: jobs go on as soon as it is back, however long it was away."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from retaguarda.foundation import jobs as module
from retaguarda.foundation.jobs import Queue, TryAgain, wait_after

SOCKET = ".s.PGSQL.5432"


class Door:
    """Stands before the test's Postgres; while it is shut, whoever comes is sent away, and counted."""

    def __init__(self, behind: str) -> None:
        self._behind, self.shut, self.sent_away = behind, False, 0
        self._ways, self._passing = list[asyncio.StreamWriter](), set[asyncio.Future[None]]()

    def close(self) -> None:
        self.shut = True
        for way in self._ways:
            way.transport.abort()

    async def comes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.shut:
            self.sent_away += 1
            writer.transport.abort()
            return
        inward, outward = await asyncio.open_unix_connection(self._behind)
        self._ways += [writer, outward]
        self._passing |= {asyncio.ensure_future(_pump(*way)) for way in ((reader, outward), (inward, writer))}

    async def end(self) -> None:
        self.close()
        await asyncio.gather(*self._passing)


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65_536):
            sink.write(data)
    sink.close()


@asynccontextmanager
async def door(url: str) -> AsyncIterator[tuple[Door, str]]:
    """The door, and the address by way of it."""
    parts = urlsplit(url)
    folder = "".join(parse_qs(parts.query).get("host", []))
    if not folder.startswith("/"):
        pytest.skip("the test's Postgres has no socket here")
    with TemporaryDirectory(prefix="rg-") as before:
        found = Door(f"{folder}/{SOCKET}")
        async with await asyncio.start_unix_server(found.comes, Path(before, SOCKET)):
            yield found, f"postgresql://{parts.username}@{parts.path}?host={before}"
            await found.end()


async def test_who_asks_the_queue_during_an_outage_has_it_look_again(
    app_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left to itself the pool looks after 1, 2, 4, 8 … seconds, so that an outage would last twice as long for all jobs."""
    monkeypatch.setattr(module, "WAIT_S", 0.3)
    monkeypatch.setattr(module, "RECONNECT_S", 0.1)
    async with door(app_url) as (way, url):
        queue = Queue(url)
        await queue.open()
        try:
            way.close()
            for _ in range(12):
                with pytest.raises((ConnectorException, psycopg.OperationalError)):
                    await queue.work(forever=False)
            assert way.sent_away >= 12
            way.shut = False
            await queue.work(forever=False)
        finally:
            await queue.close()


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        pytest.param(psycopg.OperationalError("server closed the connection unexpectedly"), 4, id="no server"),
        pytest.param(psycopg.errors.AdminShutdown(), 4, id="it ends"),
        pytest.param(psycopg.errors.CannotConnectNow(), 4, id="it begins"),
        pytest.param(psycopg.errors.LockNotAvailable(), 256, id="a lock"),
        pytest.param(psycopg.errors.QueryCanceled(), 256, id="too slow"),
        pytest.param(RuntimeError(), 256, id="a fault of ours"),
        pytest.param(TryAgain("the provider is away"), 256, id="a provider"),
        pytest.param(TryAgain("the provider says when", 40), 40, id="a provider that says when"),
    ],
)
def test_a_job_that_met_no_database_comes_back_soon_however_often_it_did(failure: Exception, seconds: int) -> None:
    assert [wait_after(failure, attempts) for attempts in (0, 8)] == [min(1, seconds) if seconds != 40 else 40, seconds]
