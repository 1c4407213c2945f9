"""(k) The money trail of an alert over many movements beside few, and the graph of a payee over a million links."""

from collections.abc import Iterator
from statistics import quantiles

import psycopg

from bench import load, payers, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure

TRAIL_MS, TRAIL_GOAL, GRAPH_MS = 50, 1.5, 200
MERCHANTS, DAYS = 200, 180
#: Alerts that are asked for, as many of merchants as of persons, each both ways; payees whose graph is asked for.
ALERTS, PAYEES = 100, 200


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = plan.movements, plan.more_movements
    names = {movements: f"bench_trail_{movements}" for movements in (few, many)}
    for movements, name in names.items():
        server.database(
            name,
            lambda connection, movements=movements: fill(connection, movements),
            f"{sets.VERSION} trail 1 {movements}",
        )
    took = {movements: _trails(server, name, plan.rounds) for movements, name in names.items()}
    yield figure(
        f"(k) money trail of an alert over {many:,} movements, 95th percentile",
        took[many] * 1e3,
        "ms",
        TRAIL_MS,
        f"{ALERTS} alerts, half of merchants and half of persons, onward and back over 30 days around them; four steps, through HTTP",
    )
    yield at_most(
        f"(k) money trail, 95th percentile over {many:,} movements beside {few:,}",
        took[many] * 1e3,
        took[few] * 1e3,
        "ms",
        TRAIL_GOAL,
    )
    links = plan.movements
    name = f"bench_payees_{links}"
    server.database(name, lambda connection: fill_books(connection, links), f"{sets.VERSION} payees 1 {links}")
    yield figure(
        f"(k) graph of a payee over {links:,} links to destinations, 95th percentile",
        _graphs(server, name, plan.rounds) * 1e3,
        "ms",
        GRAPH_MS,
        f"{PAYEES} payees, half of them paid at a destination of a thousand; staff, the books of all merchants, through HTTP",
    )


def _trails(server: Server, name: str, rounds: int) -> float:
    with psycopg.connect(server.url(name)) as connection:
        alerts = [row[0] for row in connection.execute("select id::text from pld_alert order by number")]
    with servers.ours(server.app_url(name), "ours-trail") as port:
        headers = sign_in(port, sets.STAFF, "1")
        paths = [
            f"/v1/pld-engine/alerts/{alert}/money-trail?course={course}"
            for alert in alerts
            for course in ("onward", "back")
        ]
        return _percentile(port, headers, paths, rounds)


def _graphs(server: Server, name: str, rounds: int) -> float:
    with psycopg.connect(server.url(name), autocommit=True) as connection:
        payees = [
            row[0]
            for row in connection.execute(
                "select id::text from payee where right(document, 4)::int %% 50 in (0, 7) order by md5(id::text) limit %s",
                (PAYEES,),
            )
        ]
        with servers.ours(server.app_url(name), "ours-graph") as port:
            connection.execute("update person set totp_secret = null")
            headers = sign_in(port, sets.STAFF, "all")
            payers.give_factor(connection)
            connection.execute(
                "update person set totp_secret = (select totp_secret from person where company_id <> 1 limit 1)"
            )
            return _percentile(port, headers, [f"/v1/payouts/payees/{payee}/graph" for payee in payees], rounds)


def _percentile(port: int, headers: dict[str, str], paths: list[str], rounds: int) -> float:
    """The 95th percentile of all answers, in seconds, after one round that warms up."""
    requests = [load.request("GET", path, headers) for path in paths]
    load.one_by_one(port, requests)
    return quantiles([took for _ in range(rounds) for took in load.one_by_one(port, requests)], n=20)[-1]


def fill(connection: psycopg.Connection, movements: int) -> None:
    """Payments and payouts in turn, of people who pay and are paid ten times each on the average, and alerts over some of both."""
    sets.people(connection, MERCHANTS)
    values = {"count": movements // 2, "days": DAYS, "first": sets.FIRST_MERCHANT, "merchants": MERCHANTS}
    with _without_indexes(connection, "pix_payment", "payout"), connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_PAYMENTS.encode(), values)
        connection.execute(_PAYOUTS.encode(), values)
        connection.execute(_ALERTS, values | {"alerts": ALERTS})


def fill_books(connection: psycopg.Connection, links: int) -> None:
    """Payees with two destinations each, in the books of twenty merchants; most destinations are of two people, some of a thousand."""
    sets.people(connection, 20)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_PAYEES, {"count": links // 2, "first": sets.FIRST_MERCHANT})
        connection.execute(_DESTINATIONS, {"count": links // 2})


class _without_indexes:
    """Takes the indexes of tables away that no constraint needs, and makes them again over all rows at once."""

    def __init__(self, connection: psycopg.Connection, *tables: str) -> None:
        self._connection, self._tables = connection, list(tables)

    def __enter__(self) -> None:
        self._indexes = self._connection.execute(
            "select indexname, indexdef from pg_indexes where tablename = any (%s)"
            " and indexname not in (select conname from pg_constraint where conrelid = any (%s::regclass[]))",
            (self._tables, self._tables),
        ).fetchall()
        for name, _ in self._indexes:
            self._connection.execute(f"drop index {name}".encode())

    def __exit__(self, *_: object) -> None:
        with self._connection.transaction():
            self._connection.execute("set local maintenance_work_mem = '512MB'")
            for _, definition in self._indexes:
                self._connection.execute(definition.encode())


_PERSON = "lpad((((n * {factor} + {shift}) %% 2147483647 %% greatest(%(count)s / 10, 1) + 1) * 104729 %% 99999999999)::text, 11, '0')"
_AT = "now() - interval '1 day' * %(days)s + n * (interval '1 day' * %(days)s / (%(count)s + 1))"
_PAYMENTS = f"""
insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, fee, paid_at, payer_name, payer_document, status, received_at)
select %(first)s + (n * 7 %% %(merchants)s), 'E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(md5(n::text), 1, 11), c.id,
       100 + n * 7919 %% 500000, 'BRL', 0, at, 'Payer ' || person, person, 'settled', at
  from (select n, {_PERSON.format(factor=48271, shift=11)} as person, {_AT} as at from generate_series(1, %(count)s::bigint) n) x, pix_connection c
"""
_PAYOUTS = f"""
insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name, holder_document,
       actor, created_at, ended_at)
select %(first)s + (n * 11 %% %(merchants)s), md5('p' || n)::uuid, 'payout', 'pix', 'done', 100 + n * 6151 %% 500000, 'BRL', 0, 'key',
       person, 'cpf', 'Payee ' || person, person, 'bench', at, at + interval '1 minute'
  from (select n, {_PERSON.format(factor=16807, shift=5)} as person, {_AT} as at from generate_series(1, %(count)s::bigint) n) x
"""
_ALERTS = """
insert into pld_alert (id, lane, rule_id, version_id, target, subject, subject_company, name, severity, triggers, amount, currency, first_at,
       last_at, selection_due, status)
select gen_random_uuid(), 'pld', gen_random_uuid(), gen_random_uuid(), target, subject, company, 'Bench', 'high', 1, 100, 'BRL', at, at,
       (at + interval '45 days')::date, 'triggered'
  from (select 'merchant' as target, (%(first)s + n)::text as subject, %(first)s + n as company,
               now() - interval '1 day' * (40 + n %% 100) as at from generate_series(0, %(alerts)s / 2 - 1) n
        union all
        select 'end_user', (select payer_document from pix_payment where received_at >= now() - interval '1 day' * (40 + n %% 100)
                              order by received_at limit 1), null, now() - interval '1 day' * (40 + n %% 100)
          from generate_series(0, %(alerts)s / 2 - 1) n) x
"""
_PAYEES = """
insert into payee (company_id, id, name, document, document_hash, source, created_at)
select %(first)s + n %% 20, md5('payee' || n)::uuid, 'Payee ' || n, lpad(n::text, 11, '0'), sha256(('document' || n)::bytea), 'person',
       now() - interval '1 second' * n from generate_series(1, %(count)s::bigint) n
"""
#: The first destination of a payee is the second of the one before; every fiftieth payee is paid at one of a few.
_DESTINATIONS = """
insert into payee_destination (company_id, id, payee_id, kind, pix_key, pix_key_kind, hash, state, created_at)
select p.company_id, md5(p.id || d.number::text)::uuid, p.id, 'key', 'key' || d.place || '@example.com', 'email',
       sha256(('place' || d.place)::bytea), 'new', p.created_at
  from (select *, right(name, -6)::bigint as n from payee) p
 cross join lateral (values (1, p.n), (2, case when p.n %% 50 = 0 then -(p.n / 50 %% greatest(%(count)s / 50000, 1)) else p.n + 1 end)) d (number, place)
"""
