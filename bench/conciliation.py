"""(m) Conciliation: so many lines of a bank against as many expectations, from parsed lines to committed matches, beside the plain
hash join of the same rows.
"""

import asyncio
from collections.abc import Iterator
from statistics import median
from uuid import UUID

import psycopg

from bench import bank_lines, product, sets, statement_files
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_most, figure
from bench.watch import Grown
from retaguarda.app import FAMILIES
from retaguarda.bank_files.jobs import Files
from retaguarda.conciliation.statements.parse_statement import plan_hash
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.request import PROVIDER

RUN_GOAL, RUNG_GOAL, AGAIN_GOAL, MEMORY_LIMIT = 25, 6, 0.1, 64
DATABASE, RUN = "bench_conciliation", "bench_conciliation_run"
ROUNDS = 3


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    rows = plan.matched
    made_of = f"{sets.VERSION} conciliation {bank_lines.VERSION} {rows}"
    server.database(DATABASE, lambda connection: bank_lines.fill(server, DATABASE, connection, rows), made_of)
    took: dict[str, list[float]] = {name: [] for name in ("join", "run", "rungs", "again")}
    grown = 0
    try:
        for _ in range(min(plan.rounds, ROUNDS)):
            owner = product.another(server, DATABASE, RUN)
            took["join"].append(_join(owner, rows))
            run, again, more = asyncio.run(_runs(owner, server.app_url(RUN)))
            took["run"].append(run)
            took["again"].append(again)
            grown = max(grown, more)
            owner = product.another(server, DATABASE, RUN)
            took["rungs"].append(asyncio.run(_rungs(owner, server.app_url(RUN))))
    finally:
        product.drop(server, RUN)
    of = {name: median(found) for name, found in took.items()}
    beside = f"{rows:,} lines against as many expectations"
    yield at_most(
        f"(m) {beside}, from parsed lines to committed matches, beside the plain hash join of the same rows",
        of["run"],
        of["join"],
        "s",
        RUN_GOAL,
        "the job that applies a file: planned again, applied, matched, days told anew, committed; the join by end-to-end id and"
        " amount on one core. Of a line and its expectation it writes six rows (the line twice, the expectation, the match and its two"
        " members) with their indexes, foreign keys and what keeps a closed day closed: twenty microseconds each, to the join's one",
    )
    yield at_most(
        f"(m) the rungs of the ladder alone, {beside}, beside the plain hash join",
        of["rungs"],
        of["join"],
        "s",
        RUNG_GOAL,
        "each rung's own statement as the run asks it, read to its end within the run and before it is written",
    )
    yield at_most(
        "(m) a second run with 1 % new lines beside the first",
        of["again"],
        of["run"],
        "s",
        AGAIN_GOAL,
        "another file of the account with as many new expectations, by the same job",
    )
    yield figure(
        f"(m) memory that the server's process adds for {beside}",
        grown / 2**20,
        "MiB",
        MEMORY_LIMIT,
        "what it holds for itself, beside the shared buffers",
    )
    yield from statement_files.measure(server, plan)


def _join(owner: str, rows: int) -> float:
    with psycopg.connect(owner, autocommit=True) as connection:
        for setting in ("enable_nestloop = off", "enable_mergejoin = off", "max_parallel_workers_per_gather = 0"):
            connection.execute(f"set {setting}".encode())
        connection.execute("set work_mem = '64MB'")
        with Stopwatch() as watch:
            found = connection.execute(
                "select count(*) from bank_line l join expectation e on e.end_to_end_id = l.end_to_end_id and e.amount = l.amount"
                " and e.account_id = l.account_id where l.end_to_end_id <> ''"
            ).fetchone()
        assert found is not None
        assert found[0] > rows * 0.8
        return watch.seconds


async def _runs(owner: str, url: str) -> tuple[float, float, int]:
    """Seconds of the first run and of the second, and bytes that the server's process grew by in the first."""
    async with product.opened(url, size=1) as database:
        files = Files(database, FAMILIES.by_name)
        async with database.transaction(SYSTEM) as tx:
            process = await tx.value("select pg_backend_pid()")
        with psycopg.connect(owner, autocommit=True) as connection:
            first, second, _ = bank_lines.files(connection)
            with Grown(process) as memory, Stopwatch() as run:
                await files.apply(PROVIDER, str(first))
            _check(connection, first)
            connection.execute(bank_lines.EXPECTATIONS, bank_lines.values(connection, second))
            connection.execute("vacuum (analyze) bank_line, expectation, match_group, match_member")
            async with database.transaction(SYSTEM) as tx:
                await bank_lines.approve(connection, second, await plan_hash(tx, PROVIDER, second))
            with Stopwatch() as again:
                await files.apply(PROVIDER, str(second))
            _check(connection, second)
    return run.seconds, again.seconds, memory.bytes


async def _rungs(owner: str, url: str) -> float:
    """Seconds of the rungs' own statements within a run, of which each is read once more before its matches are written."""
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("alter function conciliation_join rename to bench_join")
        connection.execute(_TIMED)
        first, _, _ = bank_lines.files(connection)
        async with product.opened(url, size=1) as database:
            await Files(database, FAMILIES.by_name).apply(PROVIDER, str(first))
        _check(connection, first)
        found = connection.execute("select extract(epoch from sum(took))::float8 from bench_rung").fetchone()
    assert found is not None
    return found[0]


def _check(connection: psycopg.Connection, file: UUID) -> None:
    """
    Raises:
        RuntimeError: the job did not match what is to be matched.
    """
    row = connection.execute(
        "select count(*) filter (where state = 'matched')::float8 / count(*) from bank_line where file_id = %s", (file,)
    ).fetchone()
    if row is None or not 0.9 < row[0] < 1:
        raise RuntimeError(f"of the lines {row} were matched")


#: Reads what a rung finds, tells how long that took, and does what the product does.
_TIMED = """
create table bench_rung (took interval);
grant insert on bench_rung to retaguarda_app;
create function conciliation_join(p_account uuid, p_rung int, p_confirm boolean, p_actor text, p_items text,
                                  p_rule uuid default null, p_cause text default null) returns bigint
language plpgsql as $$
declare
  v_began timestamptz := clock_timestamp();
begin
  execute format('select count(*) from (%s) found', p_items) using p_account, p_rung, p_confirm, p_actor, p_rule, p_cause;
  insert into bench_rung select clock_timestamp() - v_began;
  return bench_join(p_account, p_rung, p_confirm, p_actor, p_items, p_rule, p_cause);
end $$;
"""
