"""The whole program as `make run` starts it, on ports and data of its own."""

import contextlib
import fcntl
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from retaguarda.database_url import DATABASE
from retaguarda.foundation.embedded import EmbeddedPostgres


@dataclass(frozen=True)
class RunningHouse:
    address: str
    sandbox: str
    data: Path
    process: subprocess.Popen[bytes]
    #: Of the owner, where it is not the one of the data folder.
    database: str = ""
    #: Of further processes of the API.
    others: tuple[str, ...] = ()
    #: How its API is reached, where not by its addresses.
    transport: httpx.BaseTransport | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        return (self.address, *self.others)

    @property
    def owner_url(self) -> str:
        return self.database or EmbeddedPostgres(self.data / "postgres").url(DATABASE)


def processes_of(app: RunningHouse, part: str) -> list[psutil.Process]:
    """What has to die for a part to be dead: postgres, api, worker or sandbox."""
    if part == "postgres":
        return [psutil.Process(int((app.data / "postgres" / "postmaster.pid").read_text().split()[0]))]
    children = psutil.Process(app.process.pid).children()
    main = next(child for child in children if child.cmdline()[-1] == part)
    return [main, *main.children(recursive=True)]


#: In memory where there is room, in bytes: the disk is not what a journey is about.
MEMORY, MEMORY_WANTED = Path("/dev/shm"), 2 * 1024**3

#: A busy machine is slow, not wrong.
READY_WITHIN_S = 240
#: Below those that the system gives to outgoing connections: one of them could take a port before the house listens on it.
PORTS = range(20_000, 32_000, 2)
#: How much of what a house said is told when it does not start, in bytes.
TOLD = 4_000
#: Names the folder in which the processes of one run keep a house that was filled once: the others begin as copies of it.
PREPARED = "E2E_PREPARED_HOUSE"
_PAYINS = {"RETAGUARDA_DEMO_PAYINS": "2000"}


def new_folder() -> "tempfile.TemporaryDirectory[str]":
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MEMORY_WANTED
    return tempfile.TemporaryDirectory(prefix="rg-", dir=MEMORY if roomy else None, ignore_cleanup_errors=True)


@contextlib.contextmanager
def running(**environment: str) -> Iterator[RunningHouse]:
    """A house of its own: a copy of the prepared one, unless there is none or another demo is asked for."""
    with new_folder() as folder:
        prepared = os.environ.get(PREPARED)
        if prepared and not _PAYINS.keys() & environment.keys():
            # As it lies there: Postgres's files belong to a user of their own.
            subprocess.run(["cp", "-a", f"{_filled(Path(prepared))}/.", folder], check=True)
        port, said = _two_free_ports(), Path(folder, "said.log")
        given = {
            "PORT": str(port),
            "RETAGUARDA_DATA": folder,
            **_PAYINS,
            # A journey goes faster than a person, and several are the same one.
            "RETAGUARDA_LIMIT_CALLS_PERSON": "100000/60",
        }
        with said.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "retaguarda", "serve"],
                env=os.environ | given | environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        app = RunningHouse(f"http://localhost:{port}", f"http://127.0.0.1:{port + 1}", Path(folder), process)
        try:
            try:
                _wait_until_ready(app)
            except RuntimeError as error:
                raise RuntimeError(f"{error}\n{said.read_bytes()[-TOLD:].decode(errors='replace')}") from None
            yield app
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _filled(prepared: Path) -> Path:
    """The data of a house that has the demo and was stopped; who comes first fills it, and the others wait."""
    data = prepared / "data"
    with (prepared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            begun = prepared / "begun"
            postgres = EmbeddedPostgres.of(begun)
            postgres.start()
            try:
                environment = os.environ | _PAYINS | {"PORT": str(_two_free_ports()), "RETAGUARDA_DATA": str(begun)}
                subprocess.run([sys.executable, "-m", "retaguarda", "prepare"], env=environment, check=True)
            finally:
                postgres.stop()
            begun.rename(data)
    return data


def _two_free_ports() -> int:
    """A port whose neighbour is free too: the sandbox takes the next one."""
    for port in random.SystemRandom().sample(PORTS, 50):
        with socket.socket() as one, socket.socket() as two, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            two.bind(("127.0.0.1", port + 1))
            return port
    raise RuntimeError("no two neighbouring ports are free")


def _wait_until_ready(app: RunningHouse) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        if app.process.poll() is not None:
            raise RuntimeError(f"the program ended with {app.process.returncode} before it was ready")
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"{app.address}/ready", timeout=2).close()
            urllib.request.urlopen(f"{app.sandbox}/", timeout=2).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"the program was not ready within {READY_WITHIN_S} s")
