"""``python -m storm [--commands N] [--seed N] [--crashes N]`` in e2e/, or ``make soak``: the long form of the storm."""

import argparse
import random
import sys
import time

from house import running
from storm.running import Plan, storm


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m storm", description="Random Commands while parts are killed.")
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--crashes", type=int, default=None, help="one a thousand Commands unless given")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--senders", type=int, default=6)
    parser.add_argument("--settle", type=float, default=900, help="seconds in which everything under way has to end")
    parser.add_argument("--minutes", type=float, default=600, help="send nothing more after so long")
    given = parser.parse_args()
    crashes = given.commands // 1_000 if given.crashes is None else given.crashes
    plan = Plan(given.seed, given.commands, crashes, given.senders, given.settle, given.minutes)
    print(f"seed {plan.seed}: {plan.commands:,} Commands, {plan.crashes} crashes", flush=True)
    with running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_DEMO_PAYINS="100") as house:
        outcome = storm(house, plan, lambda text: print(f"{time.strftime('%H:%M:%S')} {text}", flush=True))
    log = outcome.log
    for (act, status), count in sorted(log.answers.items()):
        print(f"{count:>8,}  {status}  {act}")
    kills = ", ".join(f"{part} {count}" for part, count in log.kills.items())
    print(f"{log.sent:,} Commands in {outcome.seconds:,.0f} s: {log.sent / outcome.seconds:,.1f}/s")
    print(
        f"killed: {kills or 'nothing'}; {log.interrupted:,} calls failed and were sent again; {len(log.told):,} things told"
    )
    for each in outcome.wrong[:50]:
        print(f"WRONG {each}")
    print(f"{len(outcome.wrong)} things are wrong" if outcome.wrong else "everything holds")
    return 1 if outcome.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
