"""``python -m drill [--seed N]`` in e2e/, or ``make drill``: what becomes of the house when its databases are lost, in about ten minutes.

It passes when everything that was told stands, the bank was asked for everything once, ``verify`` is clean, nothing was silent for longer
than 30 s, and a quorum costs less than 40 % of the charges.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from drill.cluster import Cluster, missing, running_bank, running_cluster
from drill.losses import Losses, TimedLog
from drill.parts import running_parts
from drill.throughput import with_and_without
from house import RunningHouse
from storm.running import Plan, storm

BACK_S, LEAST_SHARE = 30, 0.6
#: The bank's lies: work that was done and answered as if not, half answers, and things told twice.
LIES = [
    {"effect": "status", "status": 502, "after_work": True, "percent": 15},
    {"effect": "half", "percent": 10},
    {"effect": "webhook", "delivery": "twice", "percent": 30},
]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m drill", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--minutes", type=float, default=12, help="send nothing more after so long")
    parser.add_argument("--keep", type=Path, help="a new folder for the logs, which stays")
    given = parser.parse_args()
    if lacking := missing():
        print(f"skipped: {lacking} cannot be had on this machine")
        return 0
    _tell(f"seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="rg-drill-", ignore_cleanup_errors=True) as name:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True)
        with running_cluster(folder) as cluster, running_bank(folder) as bank_url:
            _tell("one leads, two follow")
            (folder / "data").mkdir()
            with running_parts(cluster.url, folder / "data", folder / "said.log", bank_url) as app:
                return drill(app, cluster, given.seed, given.minutes)


def drill(app: RunningHouse, cluster: Cluster, seed: int, minutes: float) -> int:
    with_quorum, without = with_and_without(app, cluster, seed)
    share = with_quorum / without
    _tell(f"charges a second: {with_quorum:.1f} with a quorum, {without:.1f} without: {share:.0%}")
    log = TimedLog()
    httpx.post(f"{app.sandbox}/sandbox/faults", json={"faults": LIES, "seed": seed}).raise_for_status()
    losses = list[Losses]()

    def begin(over: threading.Event) -> threading.Thread:
        losses.append(Losses(cluster, log, over, _tell))
        return losses[0]

    outcome = storm(
        app,
        Plan(seed, 10**9, 0, settle_seconds=240, minutes=minutes),
        _tell,
        log=log,
        killer=begin,
        before_settling=lambda: httpx.delete(f"{app.sandbox}/sandbox/faults").raise_for_status(),
    )
    wrong = list(outcome.wrong)
    if len(losses[0].seen) < 4:
        wrong.append(f"{len(losses[0].seen)} of 4 losses happened")
    wrong += [
        f"{loss.what}: nothing was done for {loss.silent:.1f} s" for loss in losses[0].seen if loss.silent > BACK_S
    ]
    if share < LEAST_SHARE:
        wrong.append(f"with a quorum only {share:.0%} of the charges")
    print(f"{log.sent:,} Commands in {outcome.seconds:,.0f} s, {log.interrupted:,} calls failed and were sent again,"
          f" {len(log.told):,} things told")  # fmt: skip
    for each in losses[0].seen:
        print(f"{each.what}: {each.silent:.1f} s without an answer")
    for each in wrong[:50]:
        print(f"WRONG {each}")
    print(f"{len(wrong)} things are wrong" if wrong else "everything holds")
    return 1 if wrong else 0


def _tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
