"""What is lost, one after the other, while the storm goes on; and for how long nobody was told that something is done."""

import contextlib
import itertools
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from drill.cluster import Cluster
from storm.log import Log

#: Seconds: of calm before each loss, for which something stays lost, and for which a leader stands still.
CALM, LOST, STILL = 15, 25, 40
WHOLE_S = 120


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
    """``silent``: seconds for which nothing was done; ``leads``: who led before and after."""

    what: str
    silent: float
    leads: tuple[str, str]


class Losses(threading.Thread):
    """Each in its turn, begun when the cluster is whole; ``over`` is set after the last."""

    def __init__(self, cluster: Cluster, log: TimedLog, over: threading.Event, tell: Callable[[str], None]) -> None:
        super().__init__(daemon=True)
        self._cluster, self._log, self._over, self._tell = cluster, log, over, tell
        self.seen = list[Loss]()

    def run(self) -> None:
        try:
            for what, act in (
                ("the leader is killed", self._kill_leader),
                ("a standby is killed", self._kill_standby),
                ("etcd is killed", self._kill_etcd),
                (f"the leader stands still for {STILL} s, and comes back", self._stop_leader),
            ):
                if self._over.wait(CALM):
                    return
                self._lose(what, act)
            self._over.wait(CALM)
        finally:
            self._over.set()

    def _lose(self, what: str, act: Callable[[], None]) -> None:
        before, since = self._cluster.leader().name, time.monotonic()
        self._log.killed(what)
        act()
        if not self._cluster.wait_whole(WHOLE_S):
            self._log.complain(f"{what}: the three are not whole again after {WHOLE_S} s")
        time.sleep(CALM)
        self._log.back()
        loss = Loss(what, self._log.silence(since, time.monotonic()), (before, self._cluster.leader().name))
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
