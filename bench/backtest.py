"""(k) A backtest over the whole history of payments, beside the COPY of the same movements out of the database."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any
from uuid import UUID

import psycopg

from bench import product, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_most, figure
from bench.watch import Grown
from retaguarda.compliance.pld_rules.condition_facts import FEATURE_HASH
from retaguarda.compliance.pld_rules.run_backtest import Backtests
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7

GOAL, LINEAR_GOAL = 4, 1.3
ROUNDS = 3
DAYS = 180
#: Ten conditions over nine features, two of which count what is distinct.
CONDITIONS = (
    "in_sum_30d >= 1600000",
    "in_sum_24h >= 1000",
    "in_count_30d >= 3",
    "in_count_24h >= 1",
    "in_max_30d >= 50000",
    "round_count_30d >= 0",
    "night_count_30d >= 0",
    "payers_30d >= 0",
    "payers_24h >= 0",
    "amount >= 1000",
)


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    found: dict[int, tuple[float, float]] = {}
    for movements in (plan.movements, plan.more_movements):
        name = f"bench_backtest_{movements}"
        made_of = f"{sets.VERSION} backtest 3 {movements}"
        server.database(name, lambda connection, movements=movements: fill(connection, movements), made_of)
        rounds = min(plan.rounds, ROUNDS) if movements == plan.movements else 1
        runs, copies, grown = list[float](), list[float](), 0
        for _ in range(rounds):
            copies.append(_copy(server.app_url(name)))
            with Grown() as memory:
                runs.append(asyncio.run(_run(server.app_url(name), movements)))
            grown = max(grown, memory.bytes)
        found[movements] = median(runs), median(copies)
        if movements == plan.movements:
            yield at_most(
                f"(k) backtest of {movements:,} movements, a rule of {len(CONDITIONS)} conditions, beside COPY of the same movements",
                *found[movements],
                "s",
                GOAL,
                "the job: every movement read with its windows, every condition asked in Postgres, a hash over all that was read, episodes kept; two"
                " features count what is distinct. Several rules are several backtests",
            )
            yield figure("(k) memory that it adds", grown / 2**20, "MiB", 256)
    few, many = found[plan.movements][0] / plan.movements, found[plan.more_movements][0] / plan.more_movements
    yield at_most(
        f"(k) backtest, a movement of {plan.more_movements:,} beside one of {plan.movements:,}",
        many * 1e6,
        few * 1e6,
        "µs/movement",
        LINEAR_GOAL,
    )


async def _run(url: str, movements: int) -> float:
    """Seconds of the job.

    Raises:
        RuntimeError: it did not read what is there.
    """
    async with product.opened(url) as database:
        backtest = uuid7()
        async with database.transaction(SYSTEM) as tx:
            version = await tx.one("select v.id, v.rule_id, v.hash from pld_rule_version v")
            assert version is not None
            await tx.execute(
                "insert into pld_backtest (id, number, rule_id, version_id, from_at, until_at, rule_hash, feature_hash, asked_by)"
                " select %(backtest)s, coalesce(max(number), 0) + 1, %(rule_id)s, %(id)s, %(first)s, %(until)s, %(hash)s, %(features)s,"
                " 'bench' from pld_backtest",
                version
                | {
                    "backtest": backtest,
                    "first": datetime.now(UTC) - timedelta(days=10 * DAYS),
                    "until": datetime.now(UTC),
                    "features": FEATURE_HASH,
                },
            )
        with Stopwatch() as watch:
            await Backtests(database).run(str(backtest))
        async with database.transaction(SYSTEM) as tx:
            read: Any = await tx.value("select movements from pld_backtest where id = %(id)s", {"id": backtest})
        if read != movements:
            raise RuntimeError(f"{read} of {movements} movements were read")
        return watch.seconds


def _copy(url: str) -> float:
    with psycopg.connect(url) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        with Stopwatch() as watch, connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            for _ in copy:
                pass
        return watch.seconds


def fill(connection: psycopg.Connection, movements: int) -> None:
    """Payments of half a year by people who pay again and again, twenty times each on the average."""
    sets.people(connection, 20)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_PAYMENTS, {"count": movements, "days": DAYS, "first": sets.FIRST_MERCHANT})
        add_rule(connection)


def add_rule(connection: psycopg.Connection) -> tuple[UUID, UUID]:
    """A rule of the conditions above and its one version."""
    rule, version = uuid7(), uuid7()
    connection.execute("insert into pld_rule (id, number, created_by) values (%s, 1, 'bench')", (rule,))
    connection.execute(_VERSION, {"id": version, "rule": rule, "conditions": list(CONDITIONS), "person": UUID(int=1)})
    return rule, version


_PAYMENTS = """
insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, fee, paid_at, payer_name, payer_document, status, received_at)
select %(first)s + n %% 20, 'E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(md5(n::text), 1, 11), c.id, 100 + n * 7919 %% 500000, 'BRL', 0, at,
       'Payer number ' || person, lpad((person * 104729 %% 99999999999)::text, 11, '0'), 'settled', at
  from (select n, (n * 48271 %% 2147483647) %% greatest(%(count)s / 20, 1) as person,
               now() - interval '1 day' * %(days)s + n * (interval '1 day' * %(days)s / (%(count)s + 1)) as at
          from generate_series(1, %(count)s::bigint) n) x, pix_connection c
"""
_VERSION = """
insert into pld_rule_version (id, rule_id, version, name, description, rule_type, target, severity, typologies, currency, conditions, period_days,
       hash, writers, written_by)
values (%(id)s, %(rule)s, 1, 'Bench', '', 'alert', 'end_user', 'low', '{}', 'BRL', %(conditions)s, 30, sha256('bench'), array[%(person)s], 'bench')
"""
_COPY = b"""
copy (select movement, known_at, company_id, document, name, direction, kind, amount from pld_movement where currency = 'BRL') to stdout
"""
