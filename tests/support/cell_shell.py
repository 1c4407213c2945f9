"""An installation in a shell: its command line, as its operator types it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import httpx
import pytest

from conftest import as_app
from people import asgi
from retaguarda.app import App, build, web
from retaguarda.audit.sequence_events import sequence
from retaguarda.background import timed
from retaguarda.cli import cell
from retaguarda.settings import Limits, Settings
from support.charges import Counter

OTHER_SECRET = "another secret of the tests, long enough"


@dataclass
class House:
    """An installation as its operator meets it: in a shell."""

    environment: dict[str, str]
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    out: str = field(default="", init=False)
    err: str = field(default="", init=False)

    async def run(self, *arguments: str, program: Callable[[list[str]], int] = cell.main, typed: str = "") -> int:
        for name, value in self.environment.items():
            self.monkeypatch.setenv(name, value)
        self.monkeypatch.setattr("sys.stdin", StringIO(f"{typed}\n"))
        code = await asyncio.to_thread(program, list(arguments))
        self.out, self.err = self.capsys.readouterr()
        return code

    async def act(self, *arguments: str) -> str:
        """An act that is done; done again it says the same."""
        assert await self.run(*arguments) == 0, self.err
        return self.out

    async def refused(self, *arguments: str) -> str:
        assert await self.run(*arguments) == 1
        return self.err


@asynccontextmanager
async def served(url: str, counter: Counter, data: Path) -> AsyncIterator[tuple[App, httpx.AsyncClient]]:
    """An installation's application on this database."""
    limits = Limits(calls_person=((1_000_000, 60),), calls_key=((1_000_000, 60),))
    settings = Settings(secret=OTHER_SECRET, bot_check="none", web_dist=Path("/nonexistent"), data=data, limits=limits)
    app = build(settings, as_app(url), counter.bank.client._transport)
    app.queue.add(timed(app)[0], [])
    async with app.opened(), httpx.AsyncClient(transport=asgi(web(app)), base_url="http://localhost:8000") as client:
        yield app, client


async def sequenced(app: App) -> None:
    """Give every event its place in the audit log."""
    while await sequence(app.database, app.keys):
        pass
