"""(j) Single payouts: through HTTP beside TPC-B, their limits beside few of a day, their list and their administration when long."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from statistics import median

import psycopg

from bench import depth, load, payers, servers, sets
from bench.ledger import TPCB
from bench.people import sign_in
from bench.pgbench import CLIENTS, THREADS, rate
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch, opened
from bench.report import Row, at_least, at_most
from retaguarda.foundation.database import Scope, Tx
from retaguarda.payout_engine.limits import limits_of

HTTP_GOAL, LIMIT_GOAL, LIST_GOAL = 0.2, 1.2, 1.3
ONE = "bench_payments"
MERCHANT = sets.FIRST_MERCHANT
FEW_OF_A_DAY, MANY_OF_A_DAY = 100, 100_000
WARM_UP, ASKED = 20, 200
#: Whose limits are asked for: the keyed hash of somebody who was paid that day.
PAYEE = bytes(31) + b"\x01"


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    yield from _through_http(server, plan)
    yield from _limits(server, plan)
    yield from _list(server, plan)


def raise_sessions(url: str) -> None:
    """Every session of a merchant becomes one opened with a second factor."""
    with psycopg.connect(url, autocommit=True) as connection:
        payers.give_factor(connection)


def _through_http(server: Server, plan: Plan) -> Iterator[Row]:
    with psycopg.connect(server.fresh(ONE), autocommit=True) as connection:
        payers.fill(connection)
        connection.execute("vacuum (analyze)")
    ours, tpcb = list[float](), list[float]()
    with servers.ours(server.app_url(ONE), "ours-payments") as port:
        asks = payers.payouts(server.url(ONE), port)
        load.run(port, asks, plan.warm_up, status=201)
        for _ in range(plan.rounds):
            tpcb.append(rate(server.url(TPCB), plan.seconds))
            ours.append(load.run(port, asks, plan.seconds, status=201).per_second)
    yield at_least(
        f"(j) payouts through HTTP, plan to accepted, beside TPC-B (-M prepared -c {CLIENTS} -j {THREADS})",
        median(ours),
        median(tpcb),
        "/s",
        HTTP_GOAL,
        f"one process of ours; {payers.MERCHANTS} callers of as many merchants, each payment to somebody new",
    )


def _limits(server: Server, plan: Plan) -> Iterator[Row]:
    """What checking the limits of a day costs; beside it, in turn with it, the same merchant when few were paid."""
    many = min(MANY_OF_A_DAY, plan.deep_charges // 10)
    names = {payments: f"bench_limits_{payments}" for payments in (FEW_OF_A_DAY, many)}
    for payments, name in names.items():
        with psycopg.connect(server.fresh(name), autocommit=True) as connection:
            payers.fill(connection)
            fill(connection, payments, "1 hour")
            connection.execute(_USED, {"company": MERCHANT})
            connection.execute("vacuum (analyze)")
    took = asyncio.run(_check({payments: server.app_url(name) for payments, name in names.items()}))
    yield at_most(
        f"(j) checking the limits of a day with {many:,} payouts beside {FEW_OF_A_DAY}",
        took[many],
        took[FEW_OF_A_DAY],
        "ms",
        LIMIT_GOAL,
    )


async def _check(urls: dict[int, str]) -> dict[int, float]:
    """Median milliseconds of each database; each question to one is followed by the same to the other, so that both meet the same machine."""
    seconds = {payments: list[float]() for payments in urls}
    async with AsyncExitStack() as stack:
        asking = dict[int, Tx]()
        for payments, url in urls.items():
            database = await stack.enter_async_context(opened(url, size=1))
            asking[payments] = await stack.enter_async_context(database.transaction(Scope((MERCHANT,))))
            await asking[payments].execute(_LIMITS, {"company": MERCHANT})
        for number in range(WARM_UP + ASKED):
            for payments, tx in asking.items():
                with Stopwatch() as watch:
                    found = await limits_of(tx, MERCHANT, payee=PAYEE)
                assert found.day is not None
                assert found.payee is not None
                if number >= WARM_UP:
                    seconds[payments].append(watch.seconds)
        for tx in asking.values():
            await tx.execute("rollback; begin")
    return {payments: median(each) * 1e3 for payments, each in seconds.items()}


def _list(server: Server, plan: Plan) -> Iterator[Row]:
    names = dict[int, str]()
    for payments in (depth.FEW, plan.deep_charges):
        names[payments] = f"bench_payouts_{payments}"
        server.database(names[payments], lambda c, n=payments: long(c, n), f"{sets.VERSION} payouts 1 {payments}")
    few, many = names.values()
    today = datetime.now(UTC).date()
    paths = {
        "page 1": "/v1/payouts/payments?per_page=50",
        "administration": f"/v1/payouts/administration?from={today - timedelta(days=29)}&to={today}",
    }
    with (
        servers.ours(server.app_url(few), "ours-few-payouts") as few_port,
        servers.ours(server.app_url(many), "ours-many-payouts") as many_port,
    ):
        heads = [sign_in(port, sets.email(MERCHANT), str(MERCHANT)) for port in (few_port, many_port)]
        for name in (few, many):
            raise_sessions(server.url(name))
        for what, path in paths.items():
            one, other = ([load.request("GET", path, headers)] for headers in heads)
            small, large = depth.in_turn((few_port, one), (many_port, other), plan)
            yield at_most(
                f"(j) {plan.deep_charges:,} payouts beside {depth.FEW:,}: {what}", large, small, "ms", LIST_GOAL
            )


def long(connection: psycopg.Connection, payments: int) -> None:
    """So many payouts of one merchant, over ninety days."""
    sets.people(connection, 1)
    payers.give_permissions(connection)
    indexes = connection.execute(_INDEXES).fetchall()
    for name, _ in indexes:
        connection.execute(f"drop index {name}".encode())
    fill(connection, payments, "90 days")
    with connection.transaction():
        connection.execute("set local maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            connection.execute(definition.encode())


def fill(connection: psycopg.Connection, payments: int, over: str) -> None:
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_PAYOUTS, {"payments": payments, "merchant": MERCHANT, "over": over})


_INDEXES = """
    select indexname, indexdef from pg_indexes where tablename = 'payout'
       and not exists (select from pg_constraint c where c.conname = indexname)
"""
_PAYOUTS = """
insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name, holder_document,
       created_at, actor, ended_at, end_to_end_id, destination)
select %(merchant)s, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 3)
       || substr(hash, 7, 12))::uuid, 'payout', 'pix', status, 100 + n * 7919 %% 500000, 'BRL', 0, 'key', 'p' || n %% 99991 || '@example.com',
       'email', 'Payee number ' || n %% 9973, lpad((n * 7919 %% 99999999999)::text, 11, '0'), at, 'bench',
       case when status in ('done', 'failed') then at + interval '5 seconds' end,
       case status when 'done' then 'E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(hash, 1, 11) end, sha256((n %% 99991)::text::bytea)
  from (select n, md5(n::text) as hash, now() - %(over)s::interval + n * (%(over)s::interval / (%(payments)s + 1)) as at,
               (array['done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'failed', 'pending'])[1 + n %% 10] as status
          from generate_series(1, %(payments)s::bigint) n) x
"""
#: What was paid that day, as its counters say: the day's, and two of each payee.
_USED = """
insert into payout_limit_use (company_id, period, day, currency, payee, used)
select %(company)s, k.period, (now() at time zone c.time_zone)::date, 'BRL', k.payee, sum(k.used)
  from (select amount, decode(lpad(to_hex(row_number() over (order by id)), 64, '0'), 'hex') as payee from payout
         where company_id = %(company)s and status <> 'failed') p
 cross join lateral (values ('day', '\\x'::bytea, p.amount), ('count', '\\x', 1), ('payee', p.payee, p.amount), ('payee_count', p.payee, 1))
       k (period, payee, used)
  join company c on c.id = %(company)s
 group by 2, 3, 5
"""
_LIMITS = """
insert into payout_setting_version (company_id, version, currency, day_most, payee_day_most, payee_count_most, methods, queue, queue_days, queue_skips, hold_ends, duplicates,
       external_id_needed, valid_from, actor)
values (%(company)s, 1, 'BRL', 9000000000000, 9000000000000, 1000, '{pix}', false, 30, true, 'refuse', 'warn', false, now(), 'bench')
"""
