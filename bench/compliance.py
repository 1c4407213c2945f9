"""(k) The desk of compliance: its list of alerts, fifty rules asked, long windows of the busiest subject, a file to COAF, what ten rules
hide, and money trails.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from statistics import median, quantiles

import psycopg
from msgspec.structs import replace

from bench import backtest, load, money_trail, product, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_most, figure
from retaguarda.compliance.coaf.invariants import SEALED_INVARIANTS
from retaguarda.compliance.coaf.model import CoafExport, CoafFiles, InvolvedPerson
from retaguarda.compliance.coaf.seal_texts import CommunicationTexts, ToldTexts
from retaguarda.compliance.coaf.send_files import file_commands
from retaguarda.compliance.pld_blind_spots.run_search import BlindSpotSearches
from retaguarda.compliance.pld_rules.check_conditions import Conditions, Fact
from retaguarda.compliance.pld_rules.compare_silence import AskedRule, rule_set_hash
from retaguarda.compliance.pld_rules.count_movements import count_again
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation, Target
from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.invariants import sealed_offenders
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys

RULES_GOAL_MS, LIST_GOAL, COAF_SECONDS, COMMUNICATIONS = 1, 1.3, 5, 1_000
FEW_ALERTS = 50_000
EVALUATIONS = 2_000
SEARCH_SECONDS = 30
SUMS_GOAL = 0.1
WINDOWED = frozenset({"in_sum_30d", "in_count_30d", "round_count_30d", "night_count_30d", "payers_30d"})


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    yield from _rules(server, plan)
    yield from _busiest(server, plan)
    yield from _alerts(server, plan)
    yield from _coaf(server, plan)
    yield from _blind_spots(server, plan)
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


def _busiest(server: Server, plan: Plan) -> Iterator[Row]:
    """The newest movement of a merchant that made all of them: from sums, and movement by movement as where it has none."""
    name, movements = "bench_busiest", plan.filed // 10
    server.database(
        name, lambda connection: _of_one_merchant(connection, movements), f"{sets.VERSION} busiest 1 {movements}"
    )
    summed, read = asyncio.run(_both_ways(server, name, plan))
    yield at_most(
        f"(k) features of {len(WINDOWED)} long windows for the newest of {movements:,} movements of one merchant, from sums beside every movement",
        summed * 1e3,
        read * 1e3,
        "ms",
        SUMS_GOAL,
        "sums, counts and distinct payers of 30 days; the values are the same, which the row demands",
    )


async def _both_ways(server: Server, name: str, plan: Plan) -> tuple[float, float]:
    """Seconds of each.

    Raises:
        RuntimeError: they do not come to the same, or nobody is busy.
    """
    async with product.opened(server.app_url(name), size=1) as database:
        async with database.transaction(SYSTEM) as tx:
            if not await count_again(tx, 1_000):
                raise RuntimeError("nobody moves enough to be busy")
        with psycopg.connect(server.url(name), autocommit=True) as connection:
            connection.execute("vacuum (analyze)")
        async with database.transaction(SYSTEM) as tx:
            until = await tx.value("select max(received_at) from pix_payment")
            after = until - timedelta(microseconds=1)
            evaluation = Evaluation("merchant", "BRL", WINDOWED, until, after, [str(sets.FIRST_MERCHANT)])
            summed, values = await _timed(tx, evaluation, plan.rounds)
            await tx.execute("delete from movement_subject")
            read, again = await _timed(tx, evaluation, min(plan.rounds, 3))
            await tx.execute("rollback; begin")
    if values != again:
        raise RuntimeError(f"sums say {values}, movements say {again}")
    return summed, read


async def _timed(tx: Tx, evaluation: Evaluation, rounds: int) -> tuple[float, list[Mapping[str, Fact]]]:
    took, found = list[float](), list[Mapping[str, Fact]]()
    for _ in range(rounds):
        with Stopwatch() as watch:
            found = [facts async for _, facts in evaluation.run(tx)]
        took.append(watch.seconds)
    return median(took), found


def _of_one_merchant(connection: psycopg.Connection, movements: int) -> None:
    backtest.fill(connection, movements)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute("update pix_payment set company_id = %s", (sets.FIRST_MERCHANT,))


def _alerts(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = min(FEW_ALERTS, plan.deep_charges // 10), plan.deep_charges
    found = dict[int, list[float]]()
    names = {alerts: f"bench_alerts_{alerts}" for alerts in (few, many)}
    for alerts, name in names.items():
        server.database(
            name, lambda connection, alerts=alerts: _raised(connection, alerts), f"{sets.VERSION} alerts 2 {alerts}"
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
        rule, version = backtest.add_rule(connection)
        connection.execute(_ALERTS, {"alerts": alerts, "rule": rule, "version": version})


def _coaf(server: Server, plan: Plan) -> Iterator[Row]:
    took = list[float]()
    for _ in range(min(plan.rounds, 3)):
        with psycopg.connect(server.fresh("bench_coaf"), autocommit=True) as connection:
            sets.people(connection, 1)
            with connection.transaction():
                connection.execute("set local session_replication_role = replica")
                connection.execute(_CASES, {"count": COMMUNICATIONS})
                connection.execute(_COMMUNICATIONS, {"people": json_text(_PEOPLE)})
        took.append(asyncio.run(_export(server, "bench_coaf")))
    with psycopg.connect(server.url("bench_coaf")) as connection, Stopwatch() as watch:
        (again,) = (each for each in SEALED_INVARIANTS if each.name == "coaf_files_are_written_again")
        wrong = len(sealed_offenders(connection, _KEYS, again))
    yield figure(
        f"(k) {COMMUNICATIONS:,} communications exported to files for COAF",
        median(took),
        "s",
        COAF_SECONDS,
        "each of about 4 kB and two people, sealed under the key of its own case; the Command with its writes",
    )
    yield figure(
        "(k) of these files, those that are other bytes when they are written again",
        wrong,
        "files",
        0,
        f"by the second writer that verify has, which shares no code with the first: {watch.seconds:.1f} s",
    )


async def _export(server: Server, name: str) -> float:
    with psycopg.connect(server.url(name)) as connection:
        person = product.staff(connection, sets.STAFF)
    async with (
        product.opened(server.app_url(name), size=1) as database,
        database.transaction(product.everything(person)) as tx,
    ):
        texts = ToldTexts(PartyKeys(_KEYS))
        await _seal(tx, texts)
        with Stopwatch() as watch:
            create = product.command(file_commands(texts), "pld:coaf_file:create")
            done = await product.act(tx, person, create, CoafExport())
        answer = done.result
        if not isinstance(answer, CoafFiles) or len(answer.files) < 2:
            raise RuntimeError("a thousand communications do not fit one file")
    return watch.seconds


async def _seal(tx: Tx, texts: ToldTexts) -> None:
    """As the Command that writes a communication does."""
    for row in await tx.all("select case_id, detail from coaf_communication"):
        columns = await texts.columns(tx, row["case_id"], CommunicationTexts(row["detail"], _PEOPLE))
        sets = ", ".join(f"{name} = %({name})s" for name in columns)
        await tx.execute(
            f"update coaf_communication set {sets} where case_id = %(case)s", {"case": row["case_id"], **columns}
        )


def _blind_spots(server: Server, plan: Plan) -> Iterator[Row]:
    took = list[float]()
    for _ in range(min(plan.rounds, 3)):
        server.fresh("bench_blind_spots")
        took.append(asyncio.run(_search(server, "bench_blind_spots")))
    yield figure(
        f"(k) a search for blind spots of {len(SEARCHED)} rules",
        median(took),
        "s",
        SEARCH_SECONDS,
        "the job: eight ways to move money, the best schedule of each proved by the evaluator, and thirty planted patterns; it tells how far it is",
    )


async def _search(server: Server, name: str) -> float:
    """Seconds of the job.

    Raises:
        RuntimeError: it told a schedule of none of the ways.
    """
    search = uuid7()
    with psycopg.connect(server.url(name), autocommit=True) as connection:
        sets.people(connection, 1)
        connection.execute(
            "insert into pld_blind_spot_search (id, number, currency, set_hash, rules, parts, asked_by)"
            " values (%s, 1, 'BRL', %s, %s::jsonb, 8, 'bench')",
            (search, rule_set_hash(SEARCHED, "BRL"), json_text(SEARCHED)),
        )
    async with product.opened(server.app_url(name), size=2) as database:
        with Stopwatch() as watch:
            await BlindSpotSearches(database).run(str(search))
        async with database.transaction(SYSTEM) as tx:
            proved = await tx.value(
                "select jsonb_path_query_array(silent, '$[*].moved.amount') from pld_blind_spot_search"
            )
    if not proved:
        raise RuntimeError("no way of moving money has a silent maximum under these rules")
    return watch.seconds


def _asked(target: Target, *rules: str) -> list[AskedRule]:
    return [AskedRule(0, 1, rule, target, [line.strip() for line in rule.split(";")]) for rule in rules]


#: Ten rules as a provider has them, of both sides, over sums, counts, distinct counts and shares.
SEARCHED = [
    replace(rule, number=number)
    for number, rule in enumerate(
        [
            *_asked(
                "merchant",
                "in_sum_24h >= 2000000",
                "in_sum_7d >= 9000000",
                "in_sum_30d >= 20000000",
                "in_count_24h >= 12; payers_24h >= 12",
                "payers_30d >= 60; in_max_30d >= 500000",
                "passed_on_24h >= 9000; amount >= 100000",
                "out_count_30d >= 200",
            ),
            *_asked("end_user", "in_sum_30d >= 1000000", "amount >= 900000", "refund_sum_30d >= 300000"),
        ],
        start=1,
    )
]
_ALERTS = """
insert into pld_alert (id, lane, rule_id, version_id, target, subject, severity, triggers, amount, currency, first_at, last_at, selection_due,
       status, reason, decided_by, decided_at, created_at, updated_at)
select gen_random_uuid(), 'pld', %(rule)s, %(version)s, 'end_user', lpad(n::text, 11, '0'), 'high', 1, 100, 'BRL', at, at,
       (at + interval '45 days')::date, case when n %% 10 = 0 then 'triggered' else 'dismissed' end,
       case when n %% 10 > 0 then 'seasonal' end, case when n %% 10 > 0 then 'bench' end, case when n %% 10 > 0 then at end, at, at
  from (select n, now() - interval '1 second' * (%(alerts)s - n) as at from generate_series(1, %(alerts)s::bigint) n) x
"""
_KEYS = Keys("a secret of the bench, long enough")
#: As the Command that writes a communication stores them: with what is told of everybody.
_PEOPLE = [InvolvedPerson("52998224725", "FULANO EXEMPLO"), InvolvedPerson("11144477735", "BELTRANA EXEMPLO")]
_CASES = """
insert into pld_case (case_id, lane, target, subject, decision, decider, decided_at, communicate_due)
select gen_random_uuid(), 'pld', 'merchant', '2', 'communicate', gen_random_uuid(), now(), '2026-03-03' from generate_series(1, %(count)s::bigint) n
"""
_COMMUNICATIONS = """
insert into coaf_communication (id, case_id, status, codes, first_on, last_on, detail, people, currency, credit, debit, due_on, writer,
       written_by, approver, approved_by, approved_at)
select gen_random_uuid(), case_id, 'approved', '{1045}', '2026-03-01', '2026-03-02', rpad('Valores fora do perfil. ', 2500, 'Valores fora do perfil. '),
       %(people)s::jsonb, 'BRL', 100 * n, 0, '2026-03-03', gen_random_uuid(), 'bench', gen_random_uuid(), 'bench', now()
  from (select case_id, row_number() over (order by case_id) as n from pld_case) c
"""
