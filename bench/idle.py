"""(i) The whole house at rest on data that is there: what it holds in memory, part by part, and how soon it is ready again.

Memory is counted in proportion (PSS of /proc): what several processes share counts once.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, figure
from bench.servers import free_port

#: Goals: MB in all without the sandbox, MB of the supervisor, seconds until it is ready.
ALL_MB, SUPERVISOR_MB, READY_S = 350, 40, 3
#: What an idle house does at its start is over by then, and the connections that it took for it are closed one by one.
SETTLED_S = 90
FIRST_START_S = 600


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    """The house brings its own Postgres."""
    with tempfile.TemporaryDirectory(prefix="rg-idle-", ignore_cleanup_errors=True) as data:
        with _house(Path(data), FIRST_START_S):
            pass
        ready, work, parts = list[float](), list[float](), dict[str, float]()
        for _ in range(plan.rounds):
            with _house(Path(data), FIRST_START_S) as (process, seconds):
                ready.append(seconds)
                work.append(_work(process))
                if len(ready) == plan.rounds:
                    time.sleep(SETTLED_S)
                    parts = _parts(process)
    note = ", ".join(f"{name} {held:.0f}" for name, held in parts.items())
    yield figure("(i) the idle house: supervisor, API, worker, Postgres", sum(parts.values()), "MB", ALL_MB, note=note)
    yield figure("(i) of it the supervisor", parts["supervisor"], "MB", SUPERVISOR_MB)
    note = f"{sorted(work)[len(work) // 2]:.1f} s of one core's work, sandbox and worker among it"
    yield figure("(i) ready again on data that is there", sorted(ready)[len(ready) // 2], "s", READY_S, note=note)


@contextmanager
def _house(data: Path, patience: float) -> Iterator[tuple[psutil.Process, float]]:
    """The house as ``make run`` starts it, and after how many seconds it was ready."""
    port = free_port()
    given: Mapping[str, str] = {
        "PORT": str(port),
        "RETAGUARDA_SANDBOX_PORT": str(free_port()),
        "RETAGUARDA_DATA": str(data),
        "RETAGUARDA_DEMO_PAYINS": "2000",
    }
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "retaguarda", "serve"],
        env=os.environ | given,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _ready(port):
            if process.poll() is not None or time.monotonic() - started > patience:
                raise RuntimeError("the house did not get ready")
            time.sleep(0.02)
        yield psutil.Process(process.pid), time.monotonic() - started
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def _ready(port: int) -> bool:
    with suppress(urllib.error.URLError, OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=2).close()
        return True
    return False


def _work(supervisor: psutil.Process) -> float:
    """Seconds of a core that the start took, whatever else the machine did meanwhile."""
    ended = supervisor.cpu_times()
    living = [process.cpu_times() for process in (supervisor, *supervisor.children(recursive=True))]
    return ended.children_user + ended.children_system + sum(each.user + each.system for each in living)


def _parts(supervisor: psutil.Process) -> dict[str, float]:
    """MB of each part, by its name; the sandbox is no part of the product."""
    parts = {"supervisor": _held(supervisor)}
    for child in supervisor.children():
        name = child.cmdline()[-1] if "retaguarda" in child.cmdline() else "postgres"
        if name != "sandbox":
            parts[name] = parts.get(name, 0) + sum(map(_held, [child, *child.children(recursive=True)]))
    return parts


def _held(process: psutil.Process) -> float:
    try:
        text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):  # one of Postgres' short helpers has ended meanwhile
        return 0.0
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1000
