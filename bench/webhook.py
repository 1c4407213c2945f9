"""(g) From a provider's webhook to the ledger, beside pgbench's TPC-B on the same server.

All of the product takes part: the API keeps what it was told and answers, the worker asks the provider and posts what that says
(docs/decisions/webhooks-in.md), and meanwhile every reader of events and the audit log go on. The provider is a stand-in that
answers at once (bench/psp.py). A run sends so many payments over 16 connections and ends when the last of them is posted; the
next begins when nothing that follows from it is left to do.
"""

import itertools
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from secrets import token_hex
from statistics import median

import psycopg

from bench import load, psp, servers, sets
from bench.ledger import TPCB, prepare_tpcb
from bench.pgbench import CLIENTS, THREADS, rate
from bench.plan import Plan
from bench.postgres import Server, wait_until
from bench.report import Row, at_least
from retaguarda.foundation.keys import Keys

DATABASE, MERCHANTS = "bench_webhook", 200
SECRET = "a secret of the bench, long enough"
#: Payments in one body → the least part of TPC-B.
GOALS = {1: 0.15, 100: 0.8}
#: Payments of a run, for each second that others run.
PER_SECOND = {1: 600, 100: 2_000}
PATIENCE_SECONDS = 120


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    prepare_tpcb(server)
    port, runs = servers.free_port(), {batch: round(plan.seconds * many) for batch, many in PER_SECOND.items()}
    many = (plan.rounds + 1) * sum(runs.values())
    with psycopg.connect(server.fresh(DATABASE), autocommit=True) as connection:
        path = _prepare(connection, port, many)
        found: dict[int, list[float]] = {batch: [] for batch in runs}
        tpcb, numbers = list[float](), itertools.count()
        with _product(server.app_url(DATABASE), port, many) as api:
            for turn in range(plan.rounds + 1):
                tpcb.append(rate(server.url(TPCB), plan.seconds))
                for batch, size in runs.items():
                    found[batch].append(_run(connection, api, path, batch, list(itertools.islice(numbers, size))))
                    _until_idle(connection)
                if turn == 0:  # it warms up
                    for each in (tpcb, *found.values()):
                        each.clear()
    for batch, rates in found.items():
        name = f"(g) payments from webhook to ledger, {batch} in a body, beside TPC-B (-M prepared -c {CLIENTS} -j {THREADS})"
        note = "read back from a stand-in that answers at once; API, worker and stand-in share the cores with Postgres"
        yield at_least(name, median(rates), median(tpcb), "/s", GOALS[batch], note)


@contextmanager
def _product(app_url: str, port: int, payments: int) -> Iterator[int]:
    more = {"RETAGUARDA_SECRET": SECRET}
    with (
        servers.listening("psp", [sys.executable, "-m", "bench.psp", str(port), str(payments)], {}, port),
        servers.ours(app_url, "ours-webhook", more=more) as api,
        servers.worker(app_url, api, more),
    ):
        yield api


def _run(connection: psycopg.Connection, api: int, path: str, batch: int, numbers: list[int]) -> float:
    """Payments a second, from the first word to the last entry."""
    told = [numbers[start : start + batch] for start in range(0, len(numbers), batch)]
    bodies = [f'{{"pix": [{", ".join(map(psp.pix, part))}]}}'.encode() for part in told]
    requests = [load.request("POST", path, {}, body) for body in bodies]
    span = {"first": psp.end_to_end_id(numbers[0]), "last": psp.end_to_end_id(numbers[-1]), "many": len(numbers)}
    started = time.perf_counter()
    load.each(api, requests, CLIENTS)
    _wait(
        connection,
        "select count(*) = %(many)s from pix_payment where end_to_end_id between %(first)s and %(last)s",
        span,
    )
    return len(numbers) / (time.perf_counter() - started)


def _until_idle(connection: psycopg.Connection) -> None:
    _wait(
        connection,
        "select (select count(*) from event) = (select count(*) from audit_leaf)"
        " and not exists (select from procrastinate_jobs where status in ('todo', 'doing') and scheduled_at is null)"
        " and not exists (select from event_reader r where exists (select from event e where (e.xid, e.id) > (r.xid, r.id)))",
        {},
    )


def _wait(connection: psycopg.Connection, query: str, values: dict[str, object]) -> None:
    wait_until(connection, query, values, patience=PATIENCE_SECONDS, breath=0.02)


def _prepare(connection: psycopg.Connection, port: int, charges: int) -> str:
    """The path of the webhook; with charges that wait for their payments, dealt out to the merchants."""
    sets.people(connection, MERCHANTS)
    keys = Keys(SECRET)
    ((number,),) = connection.execute("select id from pix_connection").fetchall()
    secret = token_hex(32)
    address = f"http://127.0.0.1:{port}"
    connection.execute(
        "update pix_connection set base_url = %s, token_url = %s, client_secret = %s, pix_key = %s, webhook_secret = %s",
        (
            address,
            f"{address}/oauth/token",
            keys.seal("pix_connection", b"bench"),
            psp.KEY,
            sha256(secret.encode()).digest(),
        ),
    )
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_CHARGES, {"charges": charges, "merchants": MERCHANTS, "first": sets.FIRST_MERCHANT})
    connection.execute("vacuum (analyze)")
    return f"/webhooks/pix/{number}/{secret}"


#: Charge n, as the stand-in pays it.
_CHARGES = """
insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, payer_name, payer_document, reference,
                    description, created_at, expires_at, location, br_code)
select %(first)s + n %% %(merchants)s, gen_random_uuid(), c.id, c.name, md5(n::text), 'pending', 100 + n * 7919 %% 500000, 'BRL', 'Maria Exemplo',
       '52998224725', 'ORDER-' || n, 'Order ' || n, '2025-12-31', '2027-12-31', 'pix.bench.example/v2/' || md5(n::text),
       '00020126' || repeat(md5(n::text), 4)
  from generate_series(0, %(charges)s - 1) n, pix_connection c
"""
