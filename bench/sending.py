"""(j) Payouts on their way: sent and settled beside TPC-B, questions to a processor about many open orders, and a storm of kills.

The product's worker does all of it against a stand-in for the bank (bench/paying_bank.py); in the storm that one lies, and the worker
is killed again and again. In the end each order is at the bank once, and ``verify`` finds nothing.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from statistics import median
from uuid import UUID, uuid4

import httpx
import psycopg

from bench import batches, payers, servers, sets
from bench.ledger import TPCB, prepare_tpcb
from bench.pgbench import CLIENTS, THREADS, rate
from bench.plan import Plan
from bench.postgres import DATA, Server, wait_until
from bench.product import opened
from bench.report import Row, at_least, figure
from retaguarda.foundation.database import Row as DatabaseRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payout_engine.run_lane import Lanes
from retaguarda.payout_engine.send_by_processor import Chosen, Sender
from retaguarda.providers.payout import Order, Outcome, Returned

#: Goals: the least part of TPC-B; calls a second to one processor.
SETTLED_GOAL, CALLS_GOAL = 0.3, 5
SECRET = "a secret of the bench, long enough"
DATABASE = "bench_sending"
ROUNDS = 3
SENT, STORM, KILLS = 5_000, 10_000, 10
#: One call in so many goes wrong in the storm.
LIES = 20
PATIENCE_SECONDS = 900
MERCHANT = batches.MERCHANT


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    prepare_tpcb(server)
    yield from _settled(server, plan)
    yield from _questions(server, plan)
    yield from _storm(server, plan)


def _settled(server: Server, plan: Plan) -> Iterator[Row]:
    lines, rates, tpcb = min(SENT, plan.batch_lines), list[float](), list[float]()
    for number in range(min(plan.rounds, ROUNDS)):
        tpcb.append(rate(server.url(TPCB), plan.seconds))
        with _paying(server, lines, number, lies=0) as (connection, start, _):
            with start():
                _wait_for_end(connection, lines)
            ((seconds,),) = connection.execute(
                "select extract(epoch from max(ended_at) - min(ended_at))::float8 from payout"
            ).fetchall()
        rates.append(lines / seconds)
    yield at_least(
        f"(j) payouts sent and settled, journals posted, beside TPC-B (-M prepared -c {CLIENTS} -j {THREADS})",
        median(rates),
        median(tpcb),
        "/s",
        SETTLED_GOAL,
        "one worker; a stand-in for the bank that answers at once, on the same cores",
    )


def _storm(server: Server, plan: Plan) -> Iterator[Row]:
    lines = min(STORM, plan.batch_lines)
    with _paying(server, lines, 0, lies=LIES) as (connection, start, bank):
        before = _findings(server)
        for kill in range(KILLS):
            with start() as process:
                _wait(
                    connection,
                    "select count(*) >= %(many)s from payout_order",
                    {"many": lines * (kill + 1) // (KILLS + 2)},
                )
                process.kill()
        with start():
            _wait_for_end(connection, lines)
        told = httpx.get(f"http://127.0.0.1:{bank}/told").raise_for_status().json()
        ((paid, amount),) = connection.execute(
            "select count(*), coalesce(sum(amount), 0)::bigint from payout where status = 'done'"
        ).fetchall()
        # The money that the bench gave its merchant has no payment behind it: only what is found beside that counts.
        findings = _findings(server) - before
    many = f"{KILLS} kills of the worker in a batch of {lines:,}, the bank lies each {LIES}th time"
    yield figure(f"(j) {many}: payments lost", lines - paid, "payments", 0)
    yield figure(f"(j) {many}: payments that the bank has twice", told["orders"] - paid, "payments", 0)
    yield figure(f"(j) {many}: what the bank paid beside our books", abs(told["amount"] - amount), "centavos", 0)
    yield figure(f"(j) {many}: findings of verify", len(findings), "findings", 0, ", ".join(sorted(findings)))


def _findings(server: Server) -> set[str]:
    """The invariants that do not hold."""
    more = {"DATABASE_URL": server.url(DATABASE), "RETAGUARDA_SECRET": SECRET, "RETAGUARDA_DATA": str(DATA)}
    command = [sys.executable, "-m", "retaguarda", "verify"]
    said = subprocess.run(command, env=os.environ | more, cwd=DATA, capture_output=True, text=True, check=False)
    if "ok " not in said.stdout:
        raise RuntimeError(f"verify did not run: {said.stderr[-2000:]}")
    lines = [line.split() for line in said.stdout.splitlines() if line.startswith("BAD")]
    return {words[2].rstrip(":") for words in lines}


def _questions(server: Server, plan: Plan) -> Iterator[Row]:
    """How often one processor is asked while so many orders are open, all of them due."""
    orders = plan.batch_lines
    with psycopg.connect(server.fresh(DATABASE), autocommit=True) as connection:
        payers.fill(connection)
        processor = uuid4()
        with connection.transaction():
            connection.execute("set local session_replication_role = replica")
            connection.execute(_ORDERS, {"orders": orders, "company": sets.FIRST_MERCHANT, "processor": processor})
        connection.execute("vacuum (analyze)")
    asked = asyncio.run(_ask(server.app_url(DATABASE), processor))
    yield figure(
        f"(j) questions to one processor in a second, {orders:,} orders open",
        max(asked.values()),
        "calls",
        CALLS_GOAL,
        f"{sum(asked.values())} in {len(asked)} seconds; what a bank tells by itself is read at once beside them",
    )


class _BusyBank:
    """A bank that works on every order, as both what speaks to it and what chooses it; it counts each second's questions."""

    def __init__(self) -> None:
        self.asked = Counter[int]()

    async def choose(self, tx: Tx, payout: DatabaseRow) -> Chosen:
        raise NotImplementedError

    async def choose_many(self, tx: Tx, payouts: Sequence[DatabaseRow]) -> list[Chosen | None]:
        raise NotImplementedError

    async def get(self, processor: UUID | None) -> Sender:
        return Sender(processor or uuid4(), "Bench", self, "12345678")

    async def send(self, order: Order) -> Outcome:
        raise NotImplementedError

    async def status(self, order: Order) -> Outcome | None:
        self.asked[int(time.monotonic())] += 1
        return Outcome("processing")

    async def returned(self, order: Order) -> list[Returned]:
        return []

    async def close(self) -> None:
        pass


async def _nothing(company: int, payout: str) -> None:
    """No other room has anything against an order."""


async def _ask(url: str, processor: UUID) -> Counter[int]:
    bank = _BusyBank()
    async with opened(url) as database:
        client = PayoutClient(database, bank, PayoutSeals(Keys(SECRET)))
        await Lanes(Sending(client, OrderCheck(_nothing), Queue(url))).run(str(processor))
    return bank.asked


_Start = Callable[[], AbstractContextManager[subprocess.Popen[bytes]]]


@contextmanager
def _paying(server: Server, lines: int, number: int, lies: int) -> Iterator[tuple[psycopg.Connection, _Start, int]]:
    """A batch whose lines are payouts that wait for a worker; a connection, how a worker starts, and the bank's port."""
    port, api = servers.free_port(), servers.free_port()
    with ExitStack() as stack:
        connection = stack.enter_context(psycopg.connect(server.fresh(DATABASE), autocommit=True))
        batches.fill(connection)
        address = f"http://127.0.0.1:{port}"
        keys = Keys(SECRET)
        sealed = keys.seal("payout_processor", b"bench")
        connection.execute(_PROCESSOR, {"base": address, "token": f"{address}/oauth/token", "secret": sealed})
        # What asks about payments that came in finds a bank that has none.
        connection.execute(
            "update pix_connection set base_url = %s, client_secret = %s",
            (address, keys.seal("pix_connection", b"bench")),
        )
        asyncio.run(batches.whole(server.app_url(DATABASE), lines, number))
        connection.execute("vacuum (analyze)")
        command = [sys.executable, "-m", "bench.paying_bank", str(port), str(lies)]
        stack.enter_context(servers.listening("paying-bank", command, {}, port))
        yield connection, lambda: servers.worker(server.app_url(DATABASE), api, {"RETAGUARDA_SECRET": SECRET}), port


def _wait_for_end(connection: psycopg.Connection, lines: int) -> None:
    _wait(connection, "select count(*) = %(many)s from payout where ended_at is not null", {"many": lines})


def _wait(connection: psycopg.Connection, query: str, values: dict[str, object]) -> None:
    wait_until(connection, query, values, patience=PATIENCE_SECONDS, breath=0.05)


_PROCESSOR = """
insert into payout_processor (id, name, adapter, methods, ispb, base_url, token_url, client_id, client_secret, pix_key, enabled, ready, believed)
values (gen_random_uuid(), 'Bench', 'envio', '{pix}', '12345678', %(base)s, %(token)s, 'bench', %(secret)s, 'bench@example.com', true, true, true)
"""
#: Payouts that a bank works on, each due to be asked about.
_ORDERS = """
with made as (
  insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name, holder_document,
         created_at, actor, destination, processor_id)
  select %(company)s, gen_random_uuid(), 'payout', 'pix', 'in_bank_processing', 100, 'BRL', 0, 'key', 'p' || n || '@example.com', 'email',
         'Payee number ' || n, '52998224725', now(), 'bench', sha256(n::text::bytea), %(processor)s
    from generate_series(1, %(orders)s::bigint) n
  returning company_id, id
)
insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency, processor_id, state, ask_at)
select company_id, gen_random_uuid(), id, 1, md5(id::text), 'E12345678202601010000' || substr(md5(id::text), 1, 11), 100, 'BRL', %(processor)s,
       'processing', now()
  from made
"""
