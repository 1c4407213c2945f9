"""(k) What stands before money moves: the block list before charges and payouts, and rules before payouts, beside none of it.

Two servers over two databases are loaded in turn, so that both see the same moments of a noisy machine.
"""

from collections.abc import Iterator, Sequence
from statistics import median

import psycopg
from msgspec.json import encode

from bench import load, payers, servers, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least
from retaguarda.foundation.ids import uuid7
from retaguarda.payout_engine.evaluate_rules import PayoutRuleGroup, RuleSet

LIST_GOAL, RULES_GOAL = 0.9, 0.7
PLAIN, BLOCKED, RULED = "bench_guards_plain", "bench_guards_blocked", "bench_guards_ruled"
#: Ten rules over six sums and counts of what was paid before; none of them is met.
CONDITIONS = (
    "same_today > 1000000",
    "today_sum > 100000000000000",
    "duplicates > 1000000",
    "today_first_payees > 100000000",
    "shared_with > 1000000",
    "dormant_days > 100000",
    "today_sum > 100000000000000 && first",
    "same_today > 1000000 && hour < 6",
    "today_first_payees > 100000000 && amount > 100000000",
    "duplicates > 1000000 && weekday > 5",
)


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    fresh(server, plan)
    found: dict[tuple[str, str], list[float]] = {}
    with (
        servers.ours(server.app_url(PLAIN), "ours-plain") as plain,
        servers.ours(server.app_url(BLOCKED), "ours-blocked") as blocked,
        servers.ours(server.app_url(RULED), "ours-ruled") as ruled,
    ):
        ports = {PLAIN: plain, BLOCKED: blocked, RULED: ruled}
        asks = {("charges", name): payers.charges(ports[name]) for name in (PLAIN, BLOCKED)}
        asks |= {("payouts", name): payers.payouts(server.url(name), port) for name, port in ports.items()}
        for number in range(-1, plan.rounds):
            # There and back again, so that none is always the first.
            for (what, name), each in list(asks.items())[:: 1 if number % 2 else -1]:
                rate = load.run(ports[name], each, plan.seconds if number >= 0 else plan.warm_up, status=201).per_second
                if number >= 0:  # the first round warms up
                    found.setdefault((what, name), []).append(rate)
    for what in ("charges", "payouts"):
        yield at_least(
            f"(k) {what} through HTTP with a block list of {plan.blocked:,}, beside an empty one",
            *_beside(found[what, BLOCKED], found[what, PLAIN]),
            "/s",
            LIST_GOAL,
            f"{payers.MERCHANTS} callers of as many merchants; none of the entries is met; the middle of the ratios of each turn",
        )
    yield at_least(
        f"(k) payouts through HTTP with {len(CONDITIONS)} rules over 6 sums and counts, beside none",
        *_beside(found["payouts", RULED], found["payouts", PLAIN]),
        "/s",
        RULES_GOAL,
        "each payment's trace is kept; the middle of the ratios of each turn",
    )


def _beside(ours: Sequence[float], plain: Sequence[float]) -> tuple[float, float]:
    """Rates whose ratio is the middle of the turns' ratios: two medians may come of different moments of the machine, and two
    servers over empty lists then differ by a fifth.
    """
    against = median(plain)
    return against * median(one / other for one, other in zip(ours, plain, strict=True)), against


def fresh(server: Server, plan: Plan) -> None:
    """The three databases, new each time: they are written to."""
    for name in (PLAIN, BLOCKED, RULED):
        with psycopg.connect(server.fresh(name), autocommit=True) as connection:
            payers.fill(connection)
            if name == BLOCKED:
                block(connection, plan.blocked)
            if name == RULED:
                _rules(connection)
            connection.execute("vacuum (analyze)")


def block(connection: psycopg.Connection, entries: int) -> None:
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_ENTRIES, {"entries": entries})


def _rules(connection: psycopg.Connection) -> None:
    groups = [
        PayoutRuleGroup(name=f"Rule {place}", condition=text, action="warn") for place, text in enumerate(CONDITIONS)
    ]
    RuleSet(groups)  # each condition is one that the product takes
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_VERSION, {"id": uuid7(), "groups": encode(groups).decode(), "by": sets.STAFF})


_ENTRIES = """
insert into block_entry (id, lane, kind, value, shown, direction, effect, cause, reason, source, added_by, added_by_id)
select gen_random_uuid(), 'fraud', kind, case kind when 'document' then lpad((n * 104729 %% 99999999999)::text, 11, '0') else 'x' || n || '@blocked.example' end,
       '***', 'both', 'refuse', 'own_analysis', 'an entry of the bench', 'person', 'bench', gen_random_uuid()
  from (select n, case when n %% 2 = 0 then 'document' else 'pix_key' end as kind from generate_series(1, %(entries)s::bigint) n) x
"""
_VERSION = """
insert into payout_rule_version (id, number, name, status, groups, writers, written_by, approver, approved_by, approved_at, activated_by, activated_at)
values (%(id)s, 1, 'Bench', 'active', %(groups)s::jsonb, array[gen_random_uuid()], %(by)s, gen_random_uuid(), %(by)s, now(), %(by)s, now())
"""
