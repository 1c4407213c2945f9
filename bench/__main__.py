"""``python -m bench [--quick] [--keep] [--only lists,ledger,webhook,screen,depth,administration,statement,returns,payouts,sending,browser,signin,web,scroll,calls,idle,guards,backtest,names,screening,compliance,pages,exchange,conciliation,search,forecast,repairs]``: measures, prints the table, writes bench/results.json.

``--quick`` is for trying the bench itself: its figures mean little, and it never writes the file. ``--only`` writes it with
``--keep``: what was measured now over what it says, the rows of other parts as they were. Each part measures its peers itself.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from bench import (
    administration,
    backtest,
    browser,
    calls,
    compliance,
    conciliation,
    depth,
    exchange,
    forecast,
    guards,
    idle,
    ledger,
    lists,
    names,
    pages,
    payouts,
    postgres,
    repairs,
    report,
    returns,
    screen,
    screening,
    scroll,
    search,
    sending,
    signin,
    statement,
    web,
    webhook,
)
from bench.plan import FULL, QUICK, Plan, plan_of
from bench.servers import install_peers

PARTS: dict[str, Callable[[postgres.Server, Plan], Iterator[report.Row]]] = {
    "lists": lists.measure,
    "ledger": ledger.measure,
    "webhook": webhook.measure,
    "screen": screen.measure,
    "depth": depth.measure,
    "administration": administration.measure,
    "statement": statement.measure,
    "returns": returns.measure,
    "payouts": payouts.measure,
    "sending": sending.measure,
    "browser": browser.measure,
    "signin": signin.measure,
    "web": web.measure,
    "scroll": scroll.measure,
    "calls": calls.measure,
    "idle": idle.measure,
    "guards": guards.measure,
    "backtest": backtest.measure,
    "names": names.measure,
    "screening": screening.measure,
    "compliance": compliance.measure,
    "pages": pages.measure,
    "exchange": exchange.measure,
    "conciliation": conciliation.measure,
    "search": search.measure,
    "forecast": forecast.measure,
    "repairs": repairs.measure,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--quick", action="store_true", help="short runs and small sets, to try the bench itself")
    parser.add_argument(
        "--keep", action="store_true", help="write, and keep the rows of parts that are not measured now"
    )
    parser.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    parser.add_argument("--most", type=int, help="rows of a set at most; the name of each figure says how many it had")
    parser.add_argument("--rounds", type=int, help="rounds of each figure at most")
    given = parser.parse_args()
    plan = plan_of(QUICK if given.quick else FULL, given.most, given.rounds)
    chosen = given.only.split(",")
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    rows = list[report.Row]()
    with postgres.running() as server:
        if "lists" in chosen:
            install_peers()
        for part in chosen:
            started = time.monotonic()
            for row in PARTS[part](server, plan):
                rows.append(row)
                # What was measured stays measured when what follows breaks off.
                print(report.table([row]).splitlines()[-1], file=sys.stderr, flush=True)
                if given.keep and not given.quick:
                    report.write(report.over(report.read(), [row]))
            print(f"{part} took {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(report.table(rows))
    if not given.quick and not given.keep and chosen == list(PARTS):
        report.write(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
