"""``python -m drill.upgrade [--from COMMIT]`` in e2e/, or ``make drill-upgrade``: two versions of the house side by side, under load.

The old one runs alone, then on the new schema, then beside the new one, which goes on alone. Nobody may see an error of ours, and
afterwards everything that was told stands.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from drill.cluster import free_port
from drill.parts import end_part, wait_for
from house import RunningHouse
from retaguarda.cli.prepare import ensure_database
from retaguarda.foundation.embedded import EmbeddedPostgres
from storm.log import Log
from storm.running import Plan, storm

ROOT = Path(__file__).parents[2]
TREES = ROOT / ".build" / "upgrade"
#: What every call reads or writes.
GROWN = (
    "charge",
    "refund",
    "payout",
    "med_claim",
    "company",
    "person",
    "merchant_note",
    "ledger_journal",
    "event",
    "pix_payment",
)
MIGRATIONS = "server/retaguarda/migrations/sql"
_PREPARE = (
    "from retaguarda.cli.prepare import prepare; from retaguarda.cli.process import settings_with_secret;"
    " prepare(settings_with_secret())"
)
#: Seconds of each phase, and how often a migration may find a table held.
PHASE_S, TRIES = 15, 5


class Balanced(httpx.BaseTransport):
    """Hands each call to the next of those that serve, as a proxy does; one that is retired gets no more, and ends what it has."""

    def __init__(self, port: int) -> None:
        self._inner, self._lock, self._next = httpx.HTTPTransport(), threading.Condition(), 0
        self._serving, self._open = [port], {port: 0}
        self.served = {port: 0}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with self._lock:
            self._next += 1
            port = self._serving[self._next % len(self._serving)]
            self._open[port] += 1
        try:
            request.url = request.url.copy_with(port=port)
            said = self._inner.handle_request(request)
            said.read()
            return said
        finally:
            with self._lock:
                self._open[port] -= 1
                self.served[port] += 1
                self._lock.notify_all()

    def add(self, port: int) -> None:
        with self._lock:
            self._open[port], self.served[port] = 0, 0
            self._serving.append(port)

    def retire(self, port: int) -> None:
        with self._lock:
            self._serving.remove(port)
            self._lock.wait_for(lambda: not self._open[port], 60)

    def close(self) -> None:
        """Others share it."""


class Upgrade(threading.Thread):
    """Sets ``over`` after the last phase; ``told``: what happened."""

    def __init__(self, house: "Houses", log: Log, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._house, self._log, self._over = house, log, over
        self.told = list[str]()

    def run(self) -> None:
        try:
            time.sleep(PHASE_S)
            self._tell(f"migrated in {self._house.migrate():.1f} s, while the old one served")
            time.sleep(PHASE_S)
            self._house.start_new()
            self._tell("the new one serves beside it")
            time.sleep(PHASE_S)
            self._house.stop_old()
            self._tell("the old one has ended, and a new one is in its place")
            time.sleep(PHASE_S)
        except Exception as error:  # noqa: BLE001  (a thread that dies would say nothing)
            self._log.complain(f"the upgrade: {error!r}")
        finally:
            self._over.set()

    def _tell(self, text: str) -> None:
        self.told.append(text)
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Houses:
    def __init__(self, old: Path, new: Path, data: Path, say: Path) -> None:
        self._data, self._say, self._parts = data, say.open("ab"), dict[str, subprocess.Popen[bytes]]()
        self.ports, self.sandbox = {"old": free_port(), "new": free_port()}, free_port()
        self._of: Mapping[str, dict[str, str]] = {
            "old": {"PYTHONPATH": str(old / "server")},
            "new": {"PYTHONPATH": str(new / "server")},
        }
        self.balanced, self.served = Balanced(self.ports["old"]), dict[str, int]()
        os.environ.update({
            "RETAGUARDA_SECRET": "the drill's, which opens nothing else than its own",
            "RETAGUARDA_DATA": str(data),
            "RETAGUARDA_BOT_CHECK": "none",
            "RETAGUARDA_DEMO_PAYINS": "100",
            "RETAGUARDA_LIMIT_CALLS_PERSON": "100000/60",
            "RETAGUARDA_SANDBOX_PORT": str(self.sandbox),
        })  # fmt: skip

    def start_old(self) -> RunningHouse:
        # Older versions have it as a function alone.
        subprocess.run([sys.executable, "-c", _PREPARE], env=self._environment("old"), check=True)
        self._start("sandbox", "old")
        self._start("api", "old")
        for address in (f"http://127.0.0.1:{self.ports['old']}/ready", f"http://127.0.0.1:{self.sandbox}/"):
            wait_for(address)
        self._start("worker", "old")
        address = f"http://127.0.0.1:{self.ports['old']}"
        return RunningHouse(
            address, f"http://127.0.0.1:{self.sandbox}", self._data, self._parts["api old"], transport=self.balanced
        )

    def migrate(self) -> float:
        """Seconds; a migration that finds a table held changes nothing, and is run again."""
        started = time.monotonic()
        for _ in range(TRIES):
            if not subprocess.run(self._command("migrate"), env=self._environment("new"), check=False).returncode:
                return time.monotonic() - started
        raise RuntimeError(f"the schema was not migrated in {TRIES} tries")

    def start_new(self) -> None:
        self._start("api", "new")
        wait_for(f"http://127.0.0.1:{self.ports['new']}/ready")
        self._start("worker", "new")
        self.balanced.add(self.ports["new"])

    def stop_old(self) -> None:
        self.balanced.retire(self.ports["old"])
        self.served["old"] = self.balanced.served[self.ports["old"]]
        for part in ("api old", "worker old"):
            end_part(self._parts[part])
        # Where the old one was, because the bank knows that address.
        self._start("api", "new", PORT=str(self.ports["old"]))
        wait_for(f"http://127.0.0.1:{self.ports['old']}/ready")
        self.balanced.add(self.ports["old"])

    def stop(self) -> None:
        for process in reversed(self._parts.values()):
            end_part(process)

    def _start(self, part: str, version: str, **given: str) -> None:
        self._parts[" ".join([part, version, *given])] = subprocess.Popen(
            self._command(part), env=self._environment(version) | given, stdout=self._say, stderr=self._say
        )

    def _command(self, part: str) -> list[str]:
        return [sys.executable, "-m", "retaguarda", part]

    def _environment(self, version: str) -> dict[str, str]:
        return os.environ | self._of[version] | {"PORT": str(self.ports[version])}


def before_merges(count: int) -> str:
    """The state of the main line before the last merges, so many, that brought migrations."""
    told = _git("log", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "--", MIGRATIONS).split()
    return f"{told[min(count, len(told)) - 1]}^"


def _tree(name: str, commit: str) -> Path:
    tree = TREES / name
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit, "server"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", tree], input=archive, check=True)
    return tree


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m drill.upgrade", description=__doc__)
    parser.add_argument(
        "--from", dest="old", help="a commit; the one before the last five merges with migrations unless given"
    )
    parser.add_argument(
        "--next", action="store_true", help="from this commit to one that gives its large tables a column more"
    )
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    commit = _git("rev-parse", "--short", "HEAD" if given.next else given.old or before_merges(5)).strip()
    old, new = _tree("old", commit), ROOT
    if given.next:
        new = _tree("new", commit)
        (new / MIGRATIONS / "9999_next.sql").write_text(
            "".join(f"alter table {table} add column next_release text;\n" for table in GROWN)
        )
    brought = {path.name for path in (new / MIGRATIONS).iterdir()} - {
        path.name for path in (old / MIGRATIONS).iterdir()
    }
    print(f"from {commit}, over {len(brought)} migrations: {', '.join(sorted(brought))}; seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="rg-up-", ignore_cleanup_errors=True) as folder:
        server = EmbeddedPostgres(Path(folder) / "postgres")
        server.start()
        ensure_database(server.url("postgres"))
        houses = Houses(old, new, Path(folder), TREES / "said.log")
        try:
            return _upgrade(houses, given.seed)
        finally:
            houses.stop()
            server.stop()


def _upgrade(houses: Houses, seed: int) -> int:
    log, upgrades = Log(), list[Upgrade]()

    def begin(over: threading.Event) -> threading.Thread:
        upgrades.append(Upgrade(houses, log, over))
        return upgrades[0]

    outcome = storm(houses.start_old(), Plan(seed, 10**9, 0, senders=4, settle_seconds=240), log=log, killer=begin)
    wrong = list(outcome.wrong)
    if len(upgrades[0].told) < 3:
        wrong.append("the upgrade did not come to its end")
    old, served = houses.served.get("old", 0), houses.balanced.served
    new = sum(served.values()) if old else 0
    print(
        f"{log.sent:,} Commands in {outcome.seconds:,.0f} s; calls answered: {old:,} by the old one, {new:,} by the new;"
        f" {log.interrupted} failed"
    )
    for each in wrong[:30]:
        print(f"WRONG {each}")
    print(f"{len(wrong)} things are wrong" if wrong else "everything holds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
