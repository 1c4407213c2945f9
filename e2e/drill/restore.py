"""``python -m drill.restore`` in e2e/, or ``make drill-restore``: the database is lost under load, and had again in three ways.

By pgBackRest to the last thing that it has, by pgBackRest to a moment, and from our own backup: how long each takes (RTO), and how much
of what was told is gone (RPO). It passes when nothing of before the moment is missing, nothing of after it is there, and ``verify`` is
clean each time.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from drill.cluster import POSTGRES, START_S, TOOLS, as_user, free_port, give, missing, spawn
from drill.parts import running_parts, wait_for
from house import RunningHouse
from retaguarda.foundation.embedded import EmbeddedPostgres
from storm.log import Log
from storm.people import ANA, People
from storm.sender import Sender

BACKREST = TOOLS / "root" / "usr" / "bin" / "pgbackrest"
#: Seconds: after which a piece of the log is archived though it is not full, and of load before and after the moment.
ARCHIVED_S, LOAD_S = 10, 25
PAYINS, SENDERS = 5_000, 3


class Server:
    """Debian's Postgres with pgBackRest beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.data = folder, free_port(), folder / "server"
        self._process: subprocess.Popen[bytes] | None = None
        file = folder / "pgbackrest.conf"
        file.write_text(
            f"[global]\nrepo1-path={folder}/repository\nlog-path={folder}\nlock-path={folder}/lock\nspool-path={folder}/spool\n"
            f"log-level-console=warn\nlog-level-file=off\nrepo1-retention-full=1\nstart-fast=y\ncompress-type=lz4\n"
            f"[drill]\npg1-path={self.data}\npg1-port={self.port}\npg1-socket-path={folder}\npg1-user=postgres\n"
        )
        give(file)
        self._backrest = [BACKREST, f"--config={file}", "--stanza=drill"]

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/retaguarda?connect_timeout=3"

    def make(self) -> None:
        self.data.mkdir(mode=0o700)
        give(self.data)
        self._run(
            POSTGRES / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8"
        )
        command = " ".join(map(str, [*self._backrest, "archive-push", "%p"]))
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='{self.folder}'\n"
                f"archive_mode=on\narchive_timeout={ARCHIVED_S}\narchive_command='{command}'\njit=off\ntimezone='UTC'\n"
            )
        self.start()
        self._run(*self._backrest, "stanza-create")

    def start(self) -> None:
        """Back once it takes writes."""
        self._process = spawn([POSTGRES / "postgres", "-D", self.data], self.folder / "server.log")
        until = time.monotonic() + START_S
        while True:
            with (
                contextlib.suppress(psycopg.Error),
                psycopg.connect(self.url.replace("/retaguarda?", "/postgres?")) as one,
            ):
                if one.execute("select pg_is_in_recovery()").fetchone() == (False,):
                    return
            if time.monotonic() > until:
                raise RuntimeError(f"Postgres did not start; see {self.folder}/server.log")
            time.sleep(0.1)

    def lose(self) -> None:
        """The process and its disk are gone at once."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        shutil.rmtree(self.data)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)

    def back_up(self) -> float:
        started = time.monotonic()
        self._run(*self._backrest, "--type=full", "backup")
        return time.monotonic() - started

    def restore(self, *target: str) -> None:
        self.data.mkdir(mode=0o700)
        give(self.data)
        self._run(*self._backrest, *target, "restore")
        self.start()

    def _run(self, *command: Any) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **as_user())


class Load:
    """Charges, one after the other; when each was told, and its id."""

    def __init__(self, app: RunningHouse, seed: int) -> None:
        self.told, self._over = list[tuple[float, str]](), threading.Event()
        self._people = People(app.address, app.owner_url)
        self._senders = [
            Sender(random.Random(f"{seed}:{number}"), app.addresses[number % 2], app.sandbox, self._people, Log())
            for number in range(SENDERS)
        ]
        self._threads = [threading.Thread(target=self._send, args=(sender,)) for sender in self._senders]
        for thread in self._threads:
            thread.start()

    def _send(self, sender: Sender) -> None:
        while not self._over.is_set():
            said = sender.keyed("charge", ANA, "/v1/payin/charges", {"amount": {"amount": 1_000}}, sender.key())
            if said.done:
                self.told.append((time.time(), said.body["id"]))

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        for sender in self._senders:
            sender.close()
        self._people.close()

    def missing(self, url: str) -> list[float]:
        """When those were told that are not there."""
        with psycopg.connect(url) as connection:
            there = {str(number) for (number,) in connection.execute("select id from charge").fetchall()}
        return sorted(at for at, number in self.told if number not in there)


def main() -> int:
    argparse.ArgumentParser(prog="python -m drill.restore", description=__doc__).parse_args()
    lacking = missing() or ("" if BACKREST.exists() else "pgBackRest")
    if lacking:
        print(f"skipped: {lacking} cannot be had on this machine")
        return 0
    with tempfile.TemporaryDirectory(prefix="rg-restore-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        give(folder)
        server = Server(folder)
        server.make()
        (folder / "data").mkdir()
        try:
            with running_parts(server.url, folder / "data", folder / "said.log", payins=PAYINS) as app:
                wrong = list(_restored(app, server, folder))
        finally:
            server.stop()
    for each in wrong:
        print(f"WRONG {each}")
    print(f"{len(wrong)} things are wrong" if wrong else "everything holds")
    return 1 if wrong else 0


def _restored(app: RunningHouse, server: Server, folder: Path) -> Iterator[str]:
    load, own = Load(app, 1), folder / "own.zip"
    time.sleep(5)
    _tell(f"pgBackRest backed up in {server.back_up():.1f} s, under load")
    begun = time.time()
    subprocess.run([sys.executable, "-m", "retaguarda", "backup", own], check=True)
    _tell(f"retaguarda backed up in {time.time() - begun:.1f} s, under load: {own.stat().st_size / 1e6:.1f} MB")
    time.sleep(LOAD_S)
    with psycopg.connect(server.url) as connection:
        ((moment,),) = connection.execute("select clock_timestamp()").fetchall()
    time.sleep(LOAD_S)
    load.stop()
    lost_at = time.time()
    server.lose()
    _tell(f"the database is lost; {len(load.told):,} charges were told in {lost_at - begun:.0f} s")
    for what, target, until in (
        ("to the last that was archived", (), lost_at - ARCHIVED_S - 5),
        ("to a moment", ("--type=time", f"--target={moment.isoformat(sep=' ')}", "--target-action=promote"), moment.timestamp()),
    ):  # fmt: skip
        started = time.monotonic()
        server.restore(*target)
        wait_for(f"{app.address}/ready")
        seconds, gone = time.monotonic() - started, load.missing(server.url)
        span = until - gone[0] if what == "to a moment" and gone else (lost_at - gone[0] if gone else 0)
        _tell(f"pgBackRest {what}: /ready after {seconds:.1f} s, verify {_verify(os.environ):.1f} s more;"
              f" {len(gone)} charges gone, the first of them told {span:.1f} s before")  # fmt: skip
        if any(at < until - 1 for at in gone):
            yield f"{what}: a charge of before is gone"
        if what == "to a moment" and len(gone) < sum(at > moment.timestamp() + 1 for at, _ in load.told):
            yield "a charge of after the moment is there"
        server.lose()
    yield from _from_our_own(own, folder, load, begun)


def _from_our_own(own: Path, folder: Path, load: Load, begun: float) -> Iterator[str]:
    new = folder / "new"
    new.mkdir()
    given = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
        "RETAGUARDA_DATA": str(new)
    }
    started = time.monotonic()
    if subprocess.run([sys.executable, "-m", "retaguarda", "restore", own], env=given, check=False).returncode:
        yield "our own backup was not restored, or verify found something"
    seconds = time.monotonic() - started
    server = EmbeddedPostgres.of(new)
    server.start()
    try:
        gone = load.missing(server.url("retaguarda"))
    finally:
        server.stop()
    _tell(
        f"our own backup: restored and verified in {seconds:.1f} s; {len(gone):,} charges gone, all since it was begun"
    )
    if any(at < begun for at in gone):
        yield "a charge of before our own backup is gone"


def _verify(environment: Any) -> float:
    started = time.monotonic()
    told = subprocess.run(
        [sys.executable, "-m", "retaguarda", "verify"], env=environment, check=False, capture_output=True, text=True
    )
    if told.returncode:
        raise RuntimeError(told.stdout + told.stderr)
    return time.monotonic() - started


def _tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
