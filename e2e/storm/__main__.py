"""``python -m storm [--commands N] [--seed N] [--crashes N]`` in e2e/, or ``make soak``: the long form of the storm.

``--day [HOURS]``: instead a day at a hundred times speed with a provider's faults, or so many hours of one; a whole one takes 15 minutes.
"""

import argparse
import random
import sys
import time
from contextlib import AbstractContextManager

from house import RunningHouse, running
from storm.day import Day, live
from storm.log import Log
from storm.running import Plan, storm


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m storm", description="Random Commands while parts are killed.")
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--crashes", type=int, default=None, help="one a thousand Commands unless given")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--senders", type=int, default=6)
    parser.add_argument("--settle", type=float, default=900, help="seconds in which everything under way has to end")
    parser.add_argument("--minutes", type=float, default=600, help="send nothing more after so long")
    parser.add_argument("--day", type=float, nargs="?", const=24, help="hours of a day with a provider's faults")
    given = parser.parse_args()
    if given.day is not None:
        return _day(Day(given.seed, given.day, senders=given.senders, settle_seconds=given.settle))
    crashes = given.commands // 1_000 if given.crashes is None else given.crashes
    plan = Plan(given.seed, given.commands, crashes, given.senders, given.settle, given.minutes)
    print(f"seed {plan.seed}: {plan.commands:,} Commands, {plan.crashes} crashes", flush=True)
    with _house() as app:
        outcome = storm(app, plan, _tell)
    log = outcome.log
    _print_answers(log)
    kills = ", ".join(f"{part} {count}" for part, count in log.kills.items())
    print(f"{log.sent:,} Commands in {outcome.seconds:,.0f} s: {log.sent / outcome.seconds:,.1f}/s")
    print(
        f"killed: {kills or 'nothing'}; {log.interrupted:,} calls failed and were sent again; {len(log.told):,} things told"
    )
    return _end(outcome.wrong)


def _day(day: Day) -> int:
    print(f"seed {day.seed}: {day.hours:g} hours of a day, {day.charges:,} charges in a whole one", flush=True)
    with _house() as app:
        evening = live(app, day, _tell)
    _print_answers(evening.log)
    print(
        "the provider's faults: " + (", ".join(f"{each} {count:,}" for each, count in evening.struck.items()) or "none")
    )
    return _end(evening.wrong)


def _house() -> AbstractContextManager[RunningHouse]:
    return running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_DEMO_PAYINS="100")


def _tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def _print_answers(log: Log) -> None:
    for (act, status), count in sorted(log.answers.items()):
        print(f"{count:>8,}  {status}  {act}")


def _end(wrong: list[str]) -> int:
    for each in wrong[:50]:
        print(f"WRONG {each}")
    print(f"{len(wrong)} things are wrong" if wrong else "everything holds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
