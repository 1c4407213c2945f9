"""The house on a database of somebody else: two API processes and two workers, beside the sandbox bank."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from drill.cluster import POSTGRES, free_port
from house import RunningHouse

READY_S = 120
STOP_S = 30
SECRET = "the drill's, which opens nothing else than its own"


@contextlib.contextmanager
def running_parts(url: str, folder: Path, say: Path, bank_url: str = "", payins: int = 100) -> Iterator[RunningHouse]:
    """Yields it once both API processes are ready.

    Args:
        url: of the database that is to be made, with a query.
        say: where all parts write.
        bank_url: of the bank's own Postgres; empty: its books lie beside ours.
    """
    ports, sandbox = (free_port(), free_port()), free_port()
    # Everything that is started from here on is of this house, verify too.
    os.environ.update({
        "DATABASE_URL": url,
        "RETAGUARDA_SECRET": SECRET,
        "RETAGUARDA_DATA": str(folder),
        "RETAGUARDA_BOT_CHECK": "none",
        "RETAGUARDA_DEMO_PAYINS": str(payins),
        "RETAGUARDA_LIMIT_CALLS_PERSON": "100000/60",
        "RETAGUARDA_SANDBOX_PORT": str(sandbox),
        "PORT": str(ports[0]),
    })  # fmt: skip
    with psycopg.connect(url.replace("/retaguarda?", "/postgres?"), autocommit=True) as owner:
        owner.execute("create database retaguarda")
    subprocess.run([sys.executable, "-m", "retaguarda", "prepare"], check=True)
    if bank_url:
        _move_bank(url, bank_url)
    with say.open("ab") as output, contextlib.ExitStack() as stack:

        def start(part: str, **given: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                [sys.executable, "-m", "retaguarda", part], env=os.environ | given, stdout=output, stderr=output
            )
            stack.callback(end_part, process)
            return process

        start("sandbox", SANDBOX_DATABASE_URL=bank_url or url)
        first, _ = (start("api", PORT=str(port)) for port in ports)
        addresses = tuple(f"http://127.0.0.1:{port}" for port in ports)
        for address in (*(f"{each}/ready" for each in addresses), f"http://127.0.0.1:{sandbox}/"):
            wait_for(address)
        for _ in range(2):
            start("worker")
        yield RunningHouse(
            addresses[0], f"http://127.0.0.1:{sandbox}", folder, first, database=url, others=addresses[1:]
        )


def _move_bank(url: str, bank_url: str) -> None:
    """What the demo wrote of the bank's becomes the bank's own; the cluster sees it from afar, to compare both."""
    dump = subprocess.run(
        [POSTGRES / "pg_dump", "-n", "sandbox", "--no-owner", url], check=True, stdout=subprocess.PIPE
    ).stdout
    subprocess.run(
        [POSTGRES / "psql", "-q", "-v", "ON_ERROR_STOP=1", bank_url], check=True, input=dump, stdout=subprocess.DEVNULL
    )
    bank = urlsplit(bank_url)
    with psycopg.connect(url, autocommit=True) as owner:
        for statement in (
            "create extension postgres_fdw",
            f"create server bank foreign data wrapper postgres_fdw options (host '{bank.hostname}', port '{bank.port}', dbname 'postgres')",
            "create user mapping for postgres server bank options (user 'postgres', password_required 'false')",
            "drop schema sandbox cascade",
            "create schema sandbox",
            "import foreign schema sandbox from server bank into sandbox",
        ):
            owner.execute(statement.encode())


def wait_for(address: str) -> None:
    until = time.monotonic() + READY_S
    while True:
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        if time.monotonic() > until:
            raise RuntimeError(f"{address} was not ready within {READY_S} s")
        time.sleep(0.1)


def end_part(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
