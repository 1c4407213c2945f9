"""``python -m drill.cuts [--seed N]`` in e2e/, or ``make drill-cuts``: ways between machines are cut, disks fill up, and a clock is wrong.

Three Postgres and etcd, each on a machine of its own as the network goes, under the same storm as ``make drill``. It passes when
everything that was told stands, the bank was asked for everything once, ``verify`` is clean, one machine alone held nobody up for longer
than 30 s, and who could not be served heard so within :data:`SAID_S`.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx

from drill.cluster import NODES, TOOLS, Cluster, Node, free_port, give, missing, running_bank, running_cluster
from drill.losses import BACK_S, LIES, LOST, Losses, Step, TimedLog, live_through, report, tell
from drill.network import Disk, Network, go_inside, why_not
from drill.parts import end_part, running_parts
from house import RunningHouse
from retaguarda_demo.people import PASSWORD
from storm.people import ANA, CARLA, DIEGO, People
from storm.running import Plan

#: Debian's; where it cannot be had all clocks are right.
FAKETIME = TOOLS / "root" / "usr" / "lib" / "x86_64-linux-gnu" / "faketime" / "libfaketimeMT.so.1"
#: Seconds by which one machine's clock is ahead.
AHEAD_S = 600
#: Of each server's disk, in MB: what the storm writes, and room.
DISK_MB = 1_200
#: Seconds within which a call that cannot be served is answered.
SAID_S = 30


class Cuts(Losses):
    """Each in its turn, begun when the cluster is whole."""

    def __init__(
        self,
        app: RunningHouse,
        cluster: Cluster,
        network: Network,
        disks: dict[str, Disk],
        log: TimedLog,
        only: str,
    ) -> None:
        super().__init__(cluster, log, tell)
        self._network, self._disks, self._app, self._only = network, disks, app, only
        self._people = People(app.address, cluster.url)

    def steps(self) -> list[Step]:
        waits = LOST + BACK_S
        steps = [
            Step("a standby's network is cut", self._cut_standby, BACK_S),
            Step("the leader is cut off from both standbys", self._cut_leader_from_standbys, waits),
            Step("the leader is cut off from standbys and etcd, and not from the house", self._cut_leader_in, BACK_S),
            Step("the leader is cut off from everybody", self._cut_leader_off, BACK_S),
            Step("the disk of a standby is full", self._fill_one, BACK_S),
            Step("the disks of both standbys are full", self._fill_both, waits),
        ]
        return [step for step in steps if self._only in step.what]

    def _cut_standby(self) -> None:
        name = self._cluster.standby().name
        self._parted(lambda: None, [name], ["", "etcd", *self._besides(name)])

    def _cut_leader_from_standbys(self) -> None:
        """Everybody hears etcd, so nobody takes over: without a second machine nothing is told as done."""
        leader = self._cluster.leader().name
        # Sign in while somebody can.
        token = self._people.token(CARLA)
        self._parted(lambda: self._ask(token), [leader], self._besides(leader))

    def _cut_leader_in(self) -> None:
        """The house hears two leaders for a while, of which one may not tell anybody that something is done."""
        leader = self._cluster.leader().name
        self._parted(lambda: None, [leader], ["etcd", *self._besides(leader)])

    def _cut_leader_off(self) -> None:
        leader = self._cluster.leader().name
        self._parted(lambda: None, [leader], ["", "etcd", *self._besides(leader)])

    def _fill_one(self) -> None:
        self._filled(lambda: None, self._cluster.standby())

    def _fill_both(self) -> None:
        leader = self._cluster.leader()
        token = self._people.token(CARLA)
        self._filled(lambda: self._ask(token), *(node for node in self._cluster.nodes if node is not leader))

    def _parted(self, meanwhile: Callable[[], None], *sides: list[str]) -> None:
        until = time.monotonic() + LOST
        self._network.part(*sides)
        meanwhile()
        time.sleep(max(until - time.monotonic(), 0))
        self._network.heal()

    def _filled(self, meanwhile: Callable[[], None], *nodes: Node) -> None:
        until = time.monotonic() + LOST
        for node in nodes:
            self._disks[node.name].fill()
        meanwhile()
        time.sleep(max(until - time.monotonic(), 0))
        states = {node.name: self._cluster.members().get(node.name, {}).get("state", "unknown") for node in nodes}
        self._tell(f"after {LOST} s without room: {states}")
        for node in nodes:
            self._disks[node.name].empty()

    def _besides(self, name: str) -> list[str]:
        return [other for other in NODES if other != name]

    def _ask(self, token: str) -> None:
        """What a merchant hears meanwhile who writes, and who reads."""
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=self._app.address, headers=headers, timeout=SAID_S) as client:
            asked = (
                ("a charge", lambda: client.post("/v1/payin/charges", json={"amount": {"amount": 700}},
                                                 headers={"Idempotency-Key": f"cut {time.time()}"})),
                ("a list", lambda: client.get("/v1/payin/charges", params={"per_page": 5})),
            )  # fmt: skip
            for what, call in asked:
                began = time.monotonic()
                try:
                    said = call()
                except httpx.TransportError as error:
                    self._log.complain(f"{what} was not answered within {SAID_S} s: {error!r}")
                    continue
                message = "" if said.is_success else f" {said.json()['message']}"
                self._tell(f"{what} meanwhile: {said.status_code}{message} after {time.monotonic() - began:.1f} s")


@contextlib.contextmanager
def wrong_clock(app: RunningHouse, say: Path) -> Iterator[list[str]]:
    """A worker and an API process more, ten minutes ahead; yields what is wrong with what they say."""
    if not FAKETIME.exists():
        tell("every clock is right: Debian's libfaketime cannot be had")
        yield []
        return
    port = free_port()
    # Sleeping by the faked clock fails in this version; only the time of day is wrong, as on a machine that was set wrongly.
    given = os.environ | {"LD_PRELOAD": str(FAKETIME), "FAKETIME": f"+{AHEAD_S}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                          "PORT": str(port)}  # fmt: skip
    with say.open("ab") as output:
        parts = [
            subprocess.Popen([sys.executable, "-m", "retaguarda", part], env=given, stdout=output, stderr=output)
            for part in ("worker", "api")
        ]
        try:
            yield list(_hear(f"http://127.0.0.1:{port}", People(app.address, app.owner_url)))
        finally:
            for process in parts:
                end_part(process)


def _hear(address: str, people: People) -> Iterator[str]:
    """What somebody hears whom a balancer sends there all the same; yields what they should not."""
    until = time.monotonic() + 60
    ready = None
    while ready is None and time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError):
            ready = httpx.get(f"{address}/ready")
        time.sleep(0.2)
    if ready is None or (ready.status_code, ready.json()["status"]) != (503, "clock_off"):
        yield f"a machine whose clock is off is asked whether it is ready: {ready and ready.text}"
    token, digits = people.token(ANA), people.digits(DIEGO)
    charge = httpx.post(f"{address}/v1/payin/charges", json={"amount": {"amount": 500}},
                        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "ten minutes ahead"})  # fmt: skip
    signed = httpx.post(f"{address}/auth/login",
                        json={"email": DIEGO, "password": PASSWORD, "digits": digits})  # fmt: skip
    people.close()
    heard = {"/ready": ready, "a token that the other machine gave": charge, "a code of a second factor": signed}
    for what, said in heard.items():
        if said is not None:
            tell(
                f"a clock {AHEAD_S} s ahead, {what}: {said.status_code} {said.json().get('message') or said.json().get('status')}"
            )
    if {charge.status_code, signed.status_code} != {401}:
        yield f"a machine whose clock is off answered {charge.status_code} and {signed.status_code}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m drill.cuts", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--minutes", type=float, default=15, help="send nothing more after so long")
    parser.add_argument("--only", default="", help="a word of what is to happen, as 'disk'; everything unless given")
    parser.add_argument("--keep", type=Path, help="a new folder for the logs, which stays")
    given = parser.parse_args()
    if lacking := missing() or why_not():
        print(f"skipped: {lacking} cannot be had on this machine")
        return 0
    go_inside()
    tell(f"seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="rg-cuts-", ignore_cleanup_errors=True) as name:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        network, disks = Network(*NODES, "etcd"), _disks(folder)
        with running_cluster(folder, network) as cluster, running_bank(folder, network.here) as bank_url:
            tell("one leads, two follow")
            (folder / "data").mkdir()
            with running_parts(cluster.url, folder / "data", folder / "said.log", bank_url) as app:
                httpx.post(
                    f"{app.sandbox}/sandbox/faults", json={"faults": LIES, "seed": given.seed}
                ).raise_for_status()
                log = TimedLog()
                with wrong_clock(app, folder / "ahead.log") as heard:
                    plan = Plan(given.seed, 10**9, 0, settle_seconds=240, minutes=given.minutes)
                    wrong = live_through(app, log, plan, Cuts(app, cluster, network, disks, log, given.only))
                return report([*heard, *wrong])


def _disks(folder: Path) -> dict[str, Disk]:
    found = dict[str, Disk]()
    for name in NODES:
        own = folder / name
        own.mkdir(mode=0o700)
        found[name] = Disk(own, DISK_MB)
        give(own)
    return found


if __name__ == "__main__":
    sys.exit(main())
