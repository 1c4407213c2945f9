"""(k) The desk of compliance: its list of alerts, fifty rules asked of the busiest subject, a file to COAF, and money trails."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from statistics import median, quantiles

import psycopg

from bench import backtest, load, money_trail, product, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_most, figure
from retaguarda.compliance.coaf.model import CoafExport, CoafFiles
from retaguarda.compliance.coaf.send_files import FILE_COMMANDS as COAF
from retaguarda.compliance.pld_rules.check_conditions import Conditions, Fact
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.foundation.database import SYSTEM

RULES_GOAL_MS, LIST_GOAL, COAF_SECONDS, COMMUNICATIONS = 1, 1.3, 5, 1_000
FEW_ALERTS = 50_000
EVALUATIONS = 2_000


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    yield from _rules(server, plan)
    yield from _alerts(server, plan)
    yield from _coaf(server, plan)
    yield from money_trail.measure(server, plan)


def _rules(server: Server, plan: Plan) -> Iterator[Row]:
    """Fifty rules of ten conditions each; no two have the same thresholds."""
    name, movements = "bench_rules", plan.filed // 10
    server.database(
        name, lambda connection: backtest.fill(connection, movements), f"{sets.VERSION} rules 2 {movements}"
    )
    rules = [
        Conditions(
            [f"{text.rpartition(' ')[0]} {int(text.rpartition(' ')[2]) + number}" for text in backtest.CONDITIONS]
        )
        for number in range(50)
    ]
    asked, took = asyncio.run(_ask(server.app_url(name), rules, plan))
    yield figure(
        "(k) one movement asked 50 rules of 10 conditions, 95th percentile",
        quantiles(asked, n=20)[-1] * 1e3,
        "ms",
        RULES_GOAL_MS,
        "the conditions alone, in Python as while the rules run",
    )
    yield figure(
        f"(k) the same with its features read, for the newest of the {movements // 20:,} movements of a merchant",
        median(took) * 1e3,
        "ms",
        5,
        "its whole history is passed through once for whatever is new",
    )


async def _ask(url: str, rules: list[Conditions], plan: Plan) -> tuple[list[float], list[float]]:
    names = frozenset(name for rule in rules for name in rule.uses)
    asked, took = list[float](), list[float]()
    async with product.opened(url, size=1) as database, database.transaction(SYSTEM) as tx:
        newest = await tx.value(
            "select max(received_at) from pix_payment where company_id = %(c)s", {"c": sets.FIRST_MERCHANT}
        )
        evaluation = Evaluation(
            "merchant",
            "BRL",
            names,
            datetime.now(UTC),
            newest - timedelta(microseconds=1),
            [str(sets.FIRST_MERCHANT)],
        )
        found = list[Mapping[str, Fact]]()
        for _ in range(plan.rounds):
            started = time.perf_counter()
            found = [facts async for _, facts in evaluation.run(tx)]
            for rule in rules:
                rule.outcome(found[-1])
            took.append(time.perf_counter() - started)
        for _ in range(EVALUATIONS):
            started = time.perf_counter()
            for rule in rules:
                rule.outcome(found[-1])
            asked.append(time.perf_counter() - started)
    return asked, took


def _alerts(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = min(FEW_ALERTS, plan.deep_charges // 10), plan.deep_charges
    found = dict[int, list[float]]()
    names = {alerts: f"bench_alerts_{alerts}" for alerts in (few, many)}
    for alerts, name in names.items():
        server.database(
            name, lambda connection, alerts=alerts: _raised(connection, alerts), f"{sets.VERSION} alerts 1 {alerts}"
        )
    with (
        servers.ours(server.app_url(names[few]), "ours-few") as one,
        servers.ours(server.app_url(names[many]), "ours-many") as other,
    ):
        requests = {
            alerts: load.request("GET", "/v1/pld-engine/alerts?per_page=50", sign_in(port, sets.STAFF, "1"))
            for alerts, port in ((few, one), (many, other))
        }
        for turn in range(-1, plan.rounds):
            for alerts, port in ((few, one), (many, other)):
                taken = load.one_by_one(port, [requests[alerts]] * 10)
                if turn >= 0:
                    found.setdefault(alerts, []).append(median(taken))
    yield at_most(
        f"(k) a page of the list of alerts, of {many:,} beside {few:,}",
        median(found[many]) * 1e3,
        median(found[few]) * 1e3,
        "ms",
        LIST_GOAL,
        "50 rows through HTTP with their total; nine in ten are decided",
    )


def _raised(connection: psycopg.Connection, alerts: int) -> None:
    sets.people(connection, 1)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_ALERTS, {"alerts": alerts})


def _coaf(server: Server, plan: Plan) -> Iterator[Row]:
    took = list[float]()
    for _ in range(min(plan.rounds, 3)):
        with psycopg.connect(server.fresh("bench_coaf"), autocommit=True) as connection:
            sets.people(connection, 1)
            with connection.transaction():
                connection.execute("set local session_replication_role = replica")
                connection.execute(_COMMUNICATIONS, {"count": COMMUNICATIONS})
        took.append(asyncio.run(_export(server, "bench_coaf")))
    yield figure(
        f"(k) {COMMUNICATIONS:,} communications exported to files for COAF",
        median(took),
        "s",
        COAF_SECONDS,
        "each of about 4 kB and two people; the Command with its writes",
    )


async def _export(server: Server, name: str) -> float:
    with psycopg.connect(server.url(name)) as connection:
        person = product.staff(connection, sets.STAFF)
    async with (
        product.opened(server.app_url(name), size=1) as database,
        database.transaction(product.everything(person)) as tx,
    ):
        with Stopwatch() as watch:
            done = await product.act(tx, person, product.command(COAF, "pld:coaf_file:create"), CoafExport())
        answer = done.result
        if not isinstance(answer, CoafFiles) or len(answer.files) < 2:
            raise RuntimeError("a thousand communications do not fit one file")
    return watch.seconds


_ALERTS = """
insert into pld_alert (id, lane, rule_id, version_id, target, subject, severity, triggers, amount, currency, first_at, last_at, selection_due,
       status, reason, decided_by, decided_at, created_at, updated_at)
select gen_random_uuid(), 'pld', gen_random_uuid(), gen_random_uuid(), 'end_user', lpad(n::text, 11, '0'), 'high', 1, 100, 'BRL', at, at,
       (at + interval '45 days')::date, case when n %% 10 = 0 then 'triggered' else 'dismissed' end,
       case when n %% 10 > 0 then 'seasonal' end, case when n %% 10 > 0 then 'bench' end, case when n %% 10 > 0 then at end, at, at
  from (select n, now() - interval '1 second' * (%(alerts)s - n) as at from generate_series(1, %(alerts)s::bigint) n) x
"""
_COMMUNICATIONS = """
insert into coaf_communication (id, case_id, status, codes, first_on, last_on, detail, people, currency, credit, debit, due_on, writer,
       written_by, approver, approved_by, approved_at)
select gen_random_uuid(), gen_random_uuid(), 'approved', '{1045}', '2026-03-01', '2026-03-02', rpad('Valores fora do perfil. ', 2500, 'Valores fora do perfil. '),
       '[{"document": "52998224725", "name": "FULANO EXEMPLO"}, {"document": "11144477735", "name": "BELTRANA EXEMPLO"}]'::jsonb,
       'BRL', 100 * n, 0, '2026-03-03', gen_random_uuid(), 'bench', gen_random_uuid(), 'bench', now()
  from generate_series(1, %(count)s::bigint) n
"""
