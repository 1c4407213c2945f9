"""(b) Posts to the ledger, alone and with their event, and charges created through HTTP, beside pgbench's TPC-B on the same server.

A post is the one that a received Pix makes: three legs, of which one moves the merchant's balance and two go to the
accounts of the provider that every payment touches. It runs as the application's role, in the scope of the merchant,
as one statement: a post is one call. With its event it is two, as where somebody posts something; meanwhile the sequencer
gives the events their places in the audit log, once a second, as the worker does.
"""

import asyncio
import itertools
import json
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from uuid import uuid4

import psycopg

from bench import load, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server, programs
from bench.report import Row, at_least
from retaguarda.audit.sequencing import SECONDS, sequence
from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys

TPCB, WRITES = "bench_tpcb", "bench_writes"
SCALE, CLIENTS, THREADS = 50, 16, 2
MERCHANTS = 200
POST_GOAL, AUDITED_GOAL, CHARGE_GOAL = 0.8, 0.6, 0.2

_POST = f"""
\\set n :n + 1
\\set company random({sets.FIRST_MERCHANT}, {sets.FIRST_MERCHANT + MERCHANTS - 1})
\\set amount random(1000, 50000)
\\set fee :amount / 100
select set_config('retaguarda.companies', '{{' || :company || '}}', true),
  ledger_post(:company::int, uuidv7(), 'bench:' || :round || ':' || :client_id || ':' || :n, 'payin.payment', 'bench',
    now(), array[1, :company::int, 1], array['pix_clearing', 'available', 'pix_fees'], array['BRL', 'BRL', 'BRL'],
    array[0 - :amount::bigint, :amount::bigint - :fee::bigint, :fee::bigint]);
"""

_AUDITED = f"""
begin;
{_POST.strip()}
insert into event (company_id, name, subject_id, actor, request_id, ip, user_agent, data) values (:company,
  concat_ws(':', 'payin', 'payment', 'settled'), concat_ws(':', :round::text, :client_id::text, :n::text), 'bench', :n::text, '192.0.2.1', 'bench',
  jsonb_build_object('amount', :amount::bigint, 'fee', :fee::bigint));
commit;
"""


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    _prepare(server)
    rates: dict[str, list[float]] = {"TPC-B": [], "posts": [], "audited": [], "charges": []}
    with tempfile.TemporaryDirectory() as folder, servers.ours(server.app_url(WRITES), "ours-writes") as port:
        script = Path(folder, "post.sql")
        script.write_text(_POST)
        audited = Path(folder, "audited.sql")
        audited.write_text(_AUDITED)
        asks = [_charges(port, merchant) for merchant in range(sets.FIRST_MERCHANT, sets.FIRST_MERCHANT + CLIENTS)]
        load.run(port, asks, plan.warm_up, status=201)
        for number in range(plan.rounds):
            seconds = round(plan.seconds * 2)
            rates["TPC-B"].append(_pgbench(server.url(TPCB), seconds))
            posting = ("-n", "-D", "n=0", "-D", f"round={number}")
            rates["posts"].append(_pgbench(server.app_url(WRITES), seconds, *posting, "-f", str(script)))
            posting = ("-n", "-D", "n=0", "-D", f"round={plan.rounds + number}")
            with _sequencer(server.app_url(WRITES)):
                rates["audited"].append(_pgbench(server.app_url(WRITES), seconds, *posting, "-f", str(audited)))
            rates["charges"].append(load.run(port, asks, seconds, status=201).per_second)
    tpcb, posts, audited_posts, charges = (median(found) for found in rates.values())
    beside = f"beside TPC-B (-s {SCALE} -M prepared -c {CLIENTS} -j {THREADS})"
    yield at_least(f"(b) ledger posts {beside}", posts, tpcb, "/s", POST_GOAL, "three legs each")
    yield at_least(
        f"(b) ledger posts with event and audit entry {beside}",
        audited_posts,
        tpcb,
        "/s",
        AUDITED_GOAL,
        "the sequencer runs meanwhile",
    )
    yield at_least(
        f"(b) charges created through HTTP {beside}", charges, tpcb, "/s", CHARGE_GOAL, "one process of ours"
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


def _prepare(server: Server) -> None:
    server.fresh(TPCB, migrated=False)
    _run("-i", "-q", "-s", str(SCALE), server.url(TPCB))
    with psycopg.connect(server.fresh(WRITES), autocommit=True) as connection:
        sets.people(connection, MERCHANTS)
        connection.execute("vacuum analyze")


def _pgbench(url: str, seconds: int, *more: str) -> float:
    """Transactions a second, without the time that connecting took."""
    said = _run("-M", "prepared", "-c", str(CLIENTS), "-j", str(THREADS), "-T", str(seconds), *more, url)
    found = re.search(r"^tps = ([\d.]+)", said, re.MULTILINE)
    if found is None or "number of failed transactions: 0 " not in said:
        raise RuntimeError(f"pgbench failed:\n{said}")
    return float(found[1])


def _run(*arguments: str) -> str:
    ran = subprocess.run(
        [programs() / "pgbench", *arguments], capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}
    )
    if ran.returncode:
        raise RuntimeError(f"pgbench {' '.join(arguments)}:\n{ran.stderr[-2_000:]}")
    return ran.stdout


def _charges(port: int, merchant: int) -> load.Ask:
    """A new charge each time, under a new key."""
    headers = sign_in(port, sets.email(merchant), str(merchant))
    numbers = itertools.count(1)

    def ask() -> bytes:
        number = next(numbers)
        body = {
            "amount": {"amount": 1_000 + number, "currency": "BRL"},
            "payer": {"name": "Maria Exemplo", "document": "52998224725"},
            "description": f"Order {number}",
            "reference": f"ORDER-{number}",
            "expires_in": 3_600,
        }
        return load.request(
            "POST", "/v1/payin/charges", headers | {"Idempotency-Key": str(uuid4())}, json.dumps(body).encode()
        )

    return ask
