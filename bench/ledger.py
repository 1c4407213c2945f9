"""(b) Posts to the ledger and charges created through HTTP, beside pgbench's TPC-B on the same server.

Posts are spread over many merchants, alone and with their event, and they all meet at one merchant's account. A post is the
one that a received Pix makes: three legs, of which one moves the merchant's balance and two go to the accounts of the
provider that every payment touches. It runs as the application's role, in the scope of the merchant, as one statement: a post
is one call, with its event too. Meanwhile the sequencer gives the events their places in the audit log, once a second, as the
worker does.
"""

import asyncio
import itertools
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import psycopg

from bench import load, pgledger, posting, servers, sets
from bench.payers import charging
from bench.pgbench import CLIENTS, THREADS, rate, rate_of, run
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least, figure
from retaguarda.audit.sequence_events import SECONDS, sequence
from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys

TPCB, WRITES = "bench_tpcb", "bench_writes"
SCALE = 50
POST_GOAL, AUDITED_GOAL, CHARGE_GOAL = 0.8, 0.6, 0.2
HOT_GOAL, HOT_CREDITS_GOAL = 0.4, 0.8
SCRIPTS = {
    "posts": posting.SPREAD,
    "audited": posting.AUDITED,
    "hot": posting.HOT_MIXED,
    "hot credits": posting.HOT_CREDITS,
    "hot together": posting.HOT_TOGETHER,
    "hot entries": posting.HOT_ENTRIES,
    "pgledger": pgledger.SPREAD,
    "pgledger hot": pgledger.HOT,
}


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    _prepare(server)
    peer = pgledger.prepare(server)
    rates = dict[str, list[float]]()
    with tempfile.TemporaryDirectory() as folder, servers.ours(server.app_url(WRITES), "ours-writes") as port:
        for name, text in SCRIPTS.items():
            Path(folder, name).write_text(text)
        asks = [charging(port, merchant) for merchant in range(sets.FIRST_MERCHANT, sets.FIRST_MERCHANT + CLIENTS)]
        load.run(port, asks, plan.warm_up, status=201)
        ours, theirs, seconds = server.app_url(WRITES), server.url(pgledger.DATABASE), plan.seconds * 2
        runs = itertools.count()
        for _ in range(plan.rounds):
            found = {"TPC-B": rate(server.url(TPCB), seconds)}
            found["posts"] = rate_of(ours, seconds, Path(folder, "posts"), n=0, round=next(runs))
            for name in ("hot", "hot credits", "hot together", "hot entries"):
                found[name] = rate_of(ours, plan.seconds, Path(folder, name), n=0, round=next(runs))
            with _sequencer(ours):
                found["audited"] = rate_of(ours, seconds, Path(folder, "audited"), n=0, round=next(runs))
            for name in ("pgledger", "pgledger hot") if peer else ():
                found[name] = rate_of(theirs, plan.seconds, Path(folder, name))
            found["charges"] = load.run(port, asks, seconds, status=201).per_second
            for name, value in found.items():
                rates.setdefault(name, []).append(value)
    yield from _rows({name: median(values) for name, values in rates.items()})


def _rows(rates: dict[str, float]) -> Iterator[Row]:
    tpcb, posts = rates["TPC-B"], rates["posts"]
    beside = f"beside TPC-B (-s {SCALE} -M prepared -c {CLIENTS} -j {THREADS})"
    yield at_least(f"(b) ledger posts {beside}", posts, tpcb, "/s", POST_GOAL, "three legs each")
    yield at_least(
        f"(b) ledger posts with event and audit entry {beside}",
        rates["audited"],
        tpcb,
        "/s",
        AUDITED_GOAL,
        "the sequencer runs meanwhile",
    )
    hot = f"(b) one merchant's account, {CLIENTS} writers, beside posts spread over {posting.MERCHANTS} merchants"
    yield at_least(f"{hot}: three credits to one debit", rates["hot"], posts, "/s", HOT_GOAL)
    yield at_least(f"{hot}: credits alone", rates["hot credits"], posts, "/s", HOT_CREDITS_GOAL)
    together = f"{hot}: credits as they are posted, {posting.TOGETHER} in a transaction"
    yield at_least(together, rates["hot together"] * posting.TOGETHER, posts, "/s", None)
    yield at_least(f"{hot}: credits to one that takes entries only", rates["hot entries"], posts, "/s", None)
    if "pgledger" in rates:
        yield at_least("(b) ledger posts, spread, beside pgledger's transfers", posts, rates["pgledger"], "/s", None)
        name = "(b) credits to one account beside pgledger's transfers to one account"
        yield at_least(name, rates["hot credits"], rates["pgledger hot"], "/s", None)
    else:
        yield figure(
            f"(b) ledger posts, spread; pgledger was not measured ({pgledger.SETTING} is not set)", posts, "/s"
        )
    yield at_least(
        f"(b) charges created through HTTP {beside}", rates["charges"], tpcb, "/s", CHARGE_GOAL, "one process of ours"
    )


@contextmanager
def _sequencer(url: str) -> Iterator[None]:
    """As the worker does it, in a thread of its own."""
    over = threading.Event()

    async def turns() -> None:
        database = Database(url, size=1)
        await database.open()
        while not over.is_set():
            await sequence(database, Keys("a secret of the bench, long enough"))
            await asyncio.sleep(SECONDS)
        await database.close()

    thread = threading.Thread(target=lambda: asyncio.run(turns()))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def prepare_tpcb(server: Server) -> None:
    server.fresh(TPCB, migrated=False)
    run("-i", "-q", "-s", str(SCALE), server.url(TPCB))


def _prepare(server: Server) -> None:
    prepare_tpcb(server)
    with psycopg.connect(server.fresh(WRITES), autocommit=True) as connection:
        sets.people(connection, posting.MERCHANTS + 1)
        with connection.transaction():
            connection.execute("select set_config('retaguarda.companies', '*', true)")
            connection.execute(_FUND, {"company": posting.HOT_MERCHANT})
            connection.execute(
                "select ledger_open(%s, %s, 'BRL', null, true)", (posting.HOT_MERCHANT, posting.ENTRIES_ONLY)
            )
        connection.execute("vacuum analyze")


#: What the first debits take.
_FUND = """
select ledger_post(%(company)s, gen_random_uuid(), 'bench:fund', 'payin.payment', 'bench', now(),
  array[1, %(company)s], array['pix_clearing', 'available'], array['BRL', 'BRL'], array[-1000000000000, 1000000000000])
"""
