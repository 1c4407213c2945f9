"""An installation in a shell: its command line, as its operator types it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO

import pytest

from retaguarda.cli import cell


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
