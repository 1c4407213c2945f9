"""``python -m drill [--seed N]`` in e2e/, or ``make drill``: what becomes of the house when its databases are lost, in about ten minutes.

It passes when everything that was told stands, the bank was asked for everything once, ``verify`` is clean, nothing was silent for longer
than 30 s, and a quorum costs less than 40 % of the charges.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

import httpx

from drill.cluster import Cluster, missing, running_bank, running_cluster
from drill.losses import LIES, Losses, TimedLog, live_through, report, tell
from drill.parts import running_parts
from drill.throughput import with_and_without
from house import RunningHouse
from storm.running import Plan

LEAST_SHARE = 0.6


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m drill", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--minutes", type=float, default=12, help="send nothing more after so long")
    parser.add_argument("--keep", type=Path, help="a new folder for the logs, which stays")
    given = parser.parse_args()
    if lacking := missing():
        print(f"skipped: {lacking} cannot be had on this machine")
        return 0
    tell(f"seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="rg-drill-", ignore_cleanup_errors=True) as name:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True)
        with running_cluster(folder) as cluster, running_bank(folder) as bank_url:
            tell("one leads, two follow")
            (folder / "data").mkdir()
            with running_parts(cluster.url, folder / "data", folder / "said.log", bank_url) as app:
                return drill(app, cluster, given.seed, given.minutes)


def drill(app: RunningHouse, cluster: Cluster, seed: int, minutes: float) -> int:
    with_quorum, without = with_and_without(app, cluster, seed)
    share = with_quorum / without
    tell(f"charges a second: {with_quorum:.1f} with a quorum, {without:.1f} without: {share:.0%}")
    log = TimedLog()
    httpx.post(f"{app.sandbox}/sandbox/faults", json={"faults": LIES, "seed": seed}).raise_for_status()
    wrong = live_through(
        app, log, Plan(seed, 10**9, 0, settle_seconds=240, minutes=minutes), Losses(cluster, log, tell)
    )
    if share < LEAST_SHARE:
        wrong.append(f"with a quorum only {share:.0%} of the charges")
    return report(wrong)


if __name__ == "__main__":
    sys.exit(main())
