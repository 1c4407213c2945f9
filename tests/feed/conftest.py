"""A feed on an empty database, and a real NATS server where one can be had."""

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from retaguarda.feed.send_events import Feed
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import has_unsettled, record

#: Where a server that was fetched lies for the next run.
FETCHED = Path(tempfile.gettempdir()) / "retaguarda-nats-server"


@pytest.fixture
async def database(app_url: str) -> AsyncIterator[Database]:
    opened = Database(app_url, size=4)
    await opened.open()
    yield opened
    await opened.close()


async def happen(
    database: Database, *subjects: str, company: int = 7, name: str = "payin:charge:paid", **data: Any
) -> None:
    """Something happens to each of the subjects."""
    held: Mapping[str, Any] = {"from": "pending", "to": "paid", "amount": 3_700, **data}
    async with database.transaction(SYSTEM) as tx:
        for subject in subjects:
            await record(tx, name, company=company, subject=subject, actor="bia@loja.example", data=held)


async def send_all(feed: Feed) -> None:
    """Sends everything, also what is not settled yet because some transaction on the server still runs."""
    while await has_unsettled(feed.database) or await feed.send_batch():
        await feed.send_batch()


def _nats_server() -> str | None:
    """The server of the machine, or Debian's package, unpacked and not installed."""
    found = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found or (FETCHED / "nats-server").exists():
        return found or str(FETCHED / "nats-server")
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        return None
    FETCHED.mkdir(exist_ok=True)
    with (FETCHED / "lock").open("w") as lock, tempfile.TemporaryDirectory() as folder:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (FETCHED / "nats-server").exists():
            quiet: dict[str, Any] = {"cwd": folder, "capture_output": True, "timeout": 30}
            try:
                subprocess.run(["apt-get", "-qq", "download", "nats-server"], check=True, **quiet)
                package = next(Path(folder).glob("*.deb"))
                subprocess.run(["dpkg", "-x", str(package), "unpacked"], check=True, **quiet)
            except (subprocess.SubprocessError, OSError, StopIteration):
                return None
            shutil.copy2(Path(folder) / "unpacked/usr/sbin/nats-server", FETCHED / "nats-server.new")
            (FETCHED / "nats-server.new").rename(FETCHED / "nats-server")
    return str(FETCHED / "nats-server")


class Nats:
    """A NATS server with JetStream on a port of its own; what it keeps outlives its end."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", str(self.folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(500):
            with socket.socket() as looking:
                if looking.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, "the NATS server ended"
            time.sleep(0.02)
        raise AssertionError("the NATS server did not begin to listen")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def _running(nats: Nats) -> Iterator[Nats]:
    nats.start()
    try:
        yield nats
    finally:
        nats.kill()


@pytest.fixture(scope="session")
def nats_program() -> str:
    program = _nats_server()
    if program is None:
        pytest.skip("no nats-server here: neither on the PATH nor as a package of Debian")
    return program


@pytest.fixture
def nats(nats_program: str, tmp_path: Path) -> Iterator[Nats]:
    with _running(Nats(nats_program, tmp_path / "jetstream")) as server:
        yield server
