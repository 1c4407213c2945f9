"""What is lost, one after the other, while the storm goes on; and for how long nobody was told that something is done."""

import contextlib
import itertools
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import httpx
import psutil

from drill.cluster import Cluster
from house import RunningHouse
from storm.log import Log
from storm.running import Plan, storm

#: Seconds: of calm before each loss, for which something stays lost, for which a leader stands still, and within which others lead.
CALM, LOST, STILL, BACK_S = 15, 25, 40, 30
WHOLE_S = 120
#: The bank's lies: work that was done and answered as if not, half answers, and things told twice.
LIES = [
    {"effect": "status", "status": 502, "after_work": True, "percent": 15},
    {"effect": "half", "percent": 10},
    {"effect": "webhook", "delivery": "twice", "percent": 30},
]


class TimedLog(Log):
    """Also knows when each thing was done."""

    def __init__(self) -> None:
        super().__init__()
        self.done_at = list[float]()

    def answered(self, act: str, status: int) -> None:
        super().answered(act, status)
        if status in (200, 201):
            self.done_at.append(time.monotonic())

    def silence(self, since: float, until: float) -> float:
        """The longest time without an answer that something is done."""
        times = [since, *(at for at in sorted(self.done_at) if since < at < until), until]
        return max(after - before for before, after in itertools.pairwise(times))


@dataclass(frozen=True, slots=True)
class Loss:
    """``silent``: seconds for which nothing was done, of which ``most`` are in order; ``leads``: who led before and after."""

    what: str
    silent: float
    most: float
    leads: tuple[str, str]

    @property
    def too_long(self) -> bool:
        return self.silent > self.most


class Step(NamedTuple):
    """What is lost, by which act, and for how many seconds nothing may be done meanwhile."""

    what: str
    act: Callable[[], object]
    most: float


class Losses(threading.Thread):
    """Each in its turn, begun when the cluster is whole; ``over`` is set after the last."""

    def __init__(self, cluster: Cluster, log: TimedLog, tell: Callable[[str], None]) -> None:
        super().__init__(daemon=True)
        self._cluster, self._log, self._tell, self._over = cluster, log, tell, threading.Event()
        self.seen = list[Loss]()

    def until(self, over: threading.Event) -> "Losses":
        """The storm's; it is told by ``over`` that nothing more comes, and says so by it."""
        self._over = over
        return self

    def steps(self) -> list[Step]:
        return [
            Step("the leader is killed", self._kill_leader, BACK_S),
            Step("a standby is killed", self._kill_standby, BACK_S),
            Step("etcd is killed", self._kill_etcd, BACK_S),
            Step(f"the leader stands still for {STILL} s, and comes back", self._stop_leader, BACK_S),
        ]

    def run(self) -> None:
        try:
            for step in self.steps():
                if self._over.wait(CALM):
                    return
                self._lose(step)
            self._over.wait(CALM)
        except Exception as error:  # noqa: BLE001  (a thread that dies would say nothing)
            self._log.complain(f"what was to be lost: {error!r}")
        finally:
            self._over.set()

    def wrong(self) -> list[str]:
        """What these losses alone tell."""
        missed = len(self.steps()) - len(self.seen)
        late = [f"{loss.what}: nothing was done for {loss.silent:.1f} s" for loss in self.seen if loss.too_long]
        return [f"{missed} losses did not happen", *late] if missed else late

    def _lose(self, step: Step) -> None:
        what, before, since = step.what, self._cluster.leader().name, time.monotonic()
        self._log.killed(what)
        step.act()
        if not self._cluster.wait_whole(WHOLE_S):
            self._log.complain(f"{what}: the three are not whole again after {WHOLE_S} s")
        time.sleep(CALM)
        self._log.back()
        loss = Loss(what, self._log.silence(since, time.monotonic()), step.most, (before, self._cluster.leader().name))
        self.seen.append(loss)
        self._tell(f"{what}: nothing was done for {loss.silent:.1f} s; {loss.leads[0]} led, {loss.leads[1]} leads")

    def _kill_leader(self) -> None:
        node = self._cluster.leader()
        node.send(signal.SIGKILL)
        time.sleep(LOST)
        node.start()

    def _kill_standby(self) -> None:
        node = self._cluster.standby()
        node.send(signal.SIGKILL)
        time.sleep(LOST)
        node.start()

    def _kill_etcd(self) -> None:
        assert self._cluster.etcd is not None
        self._cluster.etcd.kill()
        self._cluster.etcd.wait()
        time.sleep(LOST)
        self._cluster.start_etcd()

    def _stop_leader(self) -> None:
        node = self._cluster.leader()
        stopped = node.processes()
        for each in stopped:
            with contextlib.suppress(psutil.Error):
                each.suspend()
        time.sleep(STILL)
        for each in stopped:
            with contextlib.suppress(psutil.Error):
                each.resume()


def live_through(app: RunningHouse, log: TimedLog, plan: Plan, losses: Losses) -> list[str]:
    """The storm, while things are lost; returns what is wrong afterwards."""
    outcome = storm(
        app,
        plan,
        tell,
        log=log,
        killer=losses.until,
        before_settling=lambda: httpx.delete(f"{app.sandbox}/sandbox/faults").raise_for_status(),
    )
    print(f"{log.sent:,} Commands in {outcome.seconds:,.0f} s, {log.interrupted:,} calls failed and were sent again,"
          f" {len(log.told):,} things told")  # fmt: skip
    for each in losses.seen:
        print(f"{each.what}: {each.silent:.1f} s without an answer")
    return outcome.wrong + losses.wrong()


def report(wrong: list[str]) -> int:
    """Says what is wrong; the program's exit code."""
    for each in wrong[:50]:
        print(f"WRONG {each}")
    print(f"{len(wrong)} things are wrong" if wrong else "everything holds")
    return 1 if wrong else 0


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)
