"""(k) What a merchant's pages cost where compliance looks at the merchant, beside the same pages where it does not."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median

import psycopg

from bench import guards, load, servers, sets
from bench.people import get, sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most

GOAL = 1.02
QUIET, WATCHED = "bench_pages_quiet", "bench_pages_watched"
CHARGES = 20_000
MERCHANT = sets.FIRST_MERCHANT
#: Calls of a page to one server in one turn.
TURN = 8


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    server.database(QUIET, _fill, f"{sets.VERSION} pages 1")
    server.database(
        WATCHED, lambda connection: _watched(connection, plan.blocked), f"{sets.VERSION} pages 1 {plan.blocked}"
    )
    today = datetime.now(UTC).date()
    paths = (
        "/v1/payin/charges?per_page=50",
        f"/v1/payin/administration?from={today - timedelta(days=29)}&to={today}",
        "/v1/account/balances",
    )
    with (
        servers.ours(server.app_url(QUIET), "ours-quiet") as quiet,
        servers.ours(server.app_url(WATCHED), "ours-watched") as watched,
    ):
        heads = {port: sign_in(port, sets.email(MERCHANT), str(MERCHANT)) for port in (quiet, watched)}
        asks = [(port, [load.request("GET", path, head) for path in paths]) for port, head in heads.items()]
        before, after = _in_turn(asks, plan)
        sizes = [sum(len(get(port, path, head)[1]) for path in paths) for port, head in heads.items()]
    yield at_most(
        f"(k) a merchant's pages with {plan.blocked:,} blocked, and a thousand alerts and hits about it, beside none: time",
        after,
        before,
        "ms",
        GOAL,
        f"{', '.join(path.partition('?')[0] for path in paths)}; both servers asked in turn, and the middle of the ratios of"
        " each turn",
    )
    yield at_most("(k) the same: bytes", sizes[1], sizes[0], "bytes", GOAL)


def _in_turn(asks: list[tuple[int, list[bytes]]], plan: Plan) -> tuple[float, float]:
    """Median milliseconds of each, which goes first changing with every turn."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(-plan.rounds, plan.rounds * 12):
        for which in (0, 1) if turn % 2 else (1, 0):
            port, requests = asks[which]
            latencies = load.one_by_one(port, requests * TURN)
            if turn >= 0:  # the first turns warm up
                # One figure a turn: the sum of the middle of each page.
                times[which].append(sum(median(latencies[place :: len(requests)]) for place in range(len(requests))))
    # Of a small difference on a noisy machine only what both servers saw in one turn tells anything.
    before, ratio = median(times[0]) * 1_000, median(after / one for one, after in zip(*times, strict=True))
    return before, before * ratio


def _fill(connection: psycopg.Connection) -> None:
    sets.fill(connection, 1, CHARGES)


def _watched(connection: psycopg.Connection, blocked: int) -> None:
    _fill(connection)
    guards.block(connection, blocked)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        for statement in _ABOUT:
            connection.execute(statement.encode())


#: A thousand alerts about the merchant and about people who pay it, and as many hits of a list.
_ABOUT = (
    """
insert into pld_alert (id, lane, rule_id, version_id, target, subject, subject_company, severity, triggers, amount, currency, first_at,
       last_at, selection_due)
select gen_random_uuid(), 'pld', gen_random_uuid(), gen_random_uuid(), case when n % 2 = 0 then 'merchant' else 'end_user' end,
       case when n % 2 = 0 then '2' else lpad(n::text, 11, '0') end, case when n % 2 = 0 then 2 end, 'high', 1, 100, 'BRL',
       now() - interval '1 day', now(), current_date
  from generate_series(1, 1000) n
""",
    """
insert into list_hit (id, party_id, list_id, entry_key, entry_id, version, score, evidence, identity)
select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'entry', gen_random_uuid(), 1, 90, '{}', sha256('x')
  from generate_series(1, 1000)
""",
)
