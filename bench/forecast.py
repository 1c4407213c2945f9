"""(j) The forecast of open payments: read and decided, and what of it is deciding alone."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from statistics import median

import psycopg

from bench import payers, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch, opened
from bench.report import Row, figure
from retaguarda.foundation.database import Scope
from retaguarda.foundation.keys import Keys
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payouts.forecast.plan_facts import Closure
from retaguarda.payouts.forecast.queries import load_world
from retaguarda.payouts.forecast.simulate_day import forecast

#: Seconds for reading and deciding 100,000 payments.
GOAL = 5
ROUNDS = 5
DATABASE = "bench_forecast"
MERCHANT = sets.FIRST_MERCHANT


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    with psycopg.connect(server.fresh(DATABASE), autocommit=True) as connection:
        payers.fill(connection)
        fill(connection, plan.batch_lines)
        connection.execute("vacuum (analyze)")
    whole, decided, supposed = asyncio.run(_run(server.app_url(DATABASE), plan.batch_lines))
    many = f"{plan.batch_lines:,}"
    yield figure(f"(j) forecast of {many} open payments, read and decided", whole, "s", GOAL)
    yield figure(f"(j) forecast of {many} open payments, decided without I/O", decided, "s", GOAL)
    yield figure("(j) the same with a processor that is down for two hours, decided", supposed, "s", GOAL)


async def _run(url: str, payments: int) -> tuple[float, float, float]:
    """Median seconds of the whole, of deciding, and of deciding with a processor down."""
    seals = PayoutSeals(Keys("a secret of the bench, long enough for it"))
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    async with opened(url, size=1) as database:
        for _ in range(ROUNDS):
            with Stopwatch() as whole:
                async with database.transaction(Scope((MERCHANT,))) as tx:
                    world = (await load_world(tx, [MERCHANT], seals, staff=True)).world
                with Stopwatch() as decided:
                    fates = forecast(world).fates
            assert len(fates) == payments
            down = [Closure(world.now, world.now + timedelta(hours=2), each.id) for each in world.processors]
            with Stopwatch() as supposed:
                forecast(replace(world, closures=down))
            for seconds, watch in zip(found, (whole, decided, supposed), strict=True):
                seconds.append(watch.seconds)
    whole_seconds, decided_seconds, supposed_seconds = (median(each) for each in found)
    return whole_seconds, decided_seconds, supposed_seconds


def fill(connection: psycopg.Connection, payments: int) -> None:
    """So many open payments of one merchant: ready, planned, queued and on hold; half of them of batches, whose seals are checked."""
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_PROCESSOR)
        connection.execute(_PAYOUTS, {"payments": payments, "merchant": MERCHANT})


_PROCESSOR = """
insert into payout_processor (id, name, adapter, methods, ispb, bank, agreement, holder_document, holder_name, branch, number, enabled, ready,
       believed)
select gen_random_uuid(), 'Bank ' || n, 'cnab240', '{pix}', '12345678', lpad(n::text, 3, '0'), 'A' || n, '11222333000181', 'Bench', '1', '1', true,
       true, true
  from generate_series(1, 3) n
"""
_PAYOUTS = """
insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name, holder_document,
       created_at, actor, destination, document_hash, scheduled_for, queued_reason, hold_reason, hold_until, held, batch_id, batch_line, seal)
select %(merchant)s, gen_random_uuid(), case n %% 2 when 0 then 'payout' else 'batch' end, 'pix', status, 100 + n * 7919 %% 500000, 'BRL', 0, 'key',
       'p' || n || '@example.com', 'email', 'Payee number ' || n %% 9973, lpad((n * 7919 %% 99999999999)::text, 11, '0'),
       now() - n * interval '0.1 seconds', 'bench', sha256(n::text::bytea), sha256((-n)::text::bytea),
       case status when 'created' then (now() at time zone 'America/Sao_Paulo')::date end, case status when 'queued' then 'no_funds' end,
       case status when 'on_hold' then 'rule' end, case status when 'on_hold' then now() + n %% 600 * interval '1 minute' end, status <> 'queued',
       case n %% 2 when 1 then '00000000-0000-4000-8000-000000000001'::uuid end, case n %% 2 when 1 then n end, case n %% 2 when 1 then sha256('seal') end
  from (select n, (array['pending', 'pending', 'pending', 'created', 'queued', 'on_hold'])[1 + n %% 6] as status
          from generate_series(1, %(payments)s::bigint) n) x
"""
