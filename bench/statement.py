"""The balance as of any past moment at 10,000 and at 5,000,000 entries of one merchant, and the statement as a CSV beside COPY.

The peer of the CSV is Postgres' own COPY of the same rows, joined in the same way and as they lie in the tables: without
our numbers, times and words of the language, and without a byte of HTTP.
"""

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from urllib.parse import quote

import psycopg

from bench import load, servers, sets
from bench.depth import FEW, in_turn
from bench.people import get, sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least, at_most, figure

PAST_GOAL, CSV_GOAL, MEMORY_LIMIT = 1.5, 0.4, 32
MERCHANT = sets.FIRST_MERCHANT
DAYS = 90
#: Moments of the past that are asked for, as parts of the time there is.
MOMENTS = (0.03, 0.2, 0.41, 0.6, 0.77, 0.9, 0.98, 0.999)
#: Entries of the file, about.
FILE_ENTRIES = 800_000


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = _database(server, FEW), _database(server, plan.deep_charges)
    with (
        servers.ours(server.app_url(few), "ours-few-entries") as few_port,
        servers.ours(server.app_url(many), "ours-many-entries") as many_port,
    ):
        asks = [_balances(port) for port in (few_port, many_port)]
        small, large = in_turn((few_port, asks[0]), (many_port, asks[1]), plan)
        name = f"balance as of a past moment, {plan.deep_charges:,} entries beside {FEW:,}"
        yield at_most(name, large, small, "ms", PAST_GOAL)
        yield from _file(server, many, many_port, plan)


def _database(server: Server, entries: int) -> str:
    name = f"bench_entries_{entries}"
    server.database(name, lambda connection: _fill(connection, entries), f"{sets.VERSION} entries 1 {entries}")
    return name


def _fill(connection: psycopg.Connection, entries: int) -> None:
    """Pix received, one after another; every thousandth is given back."""
    sets.people(connection, 1)
    indexes = connection.execute(_INDEXES).fetchall()
    # Indexes made afterwards, over all rows at once, are many times quicker; triggers would only check what we know.
    for name, _ in indexes:
        connection.execute(f"drop index {name}".encode())
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        values = {"entries": entries, "merchant": MERCHANT, "days": DAYS}
        for statement in (_ENTRIES, _JOURNALS, _PAYMENTS, _BALANCE):
            connection.execute(statement, values)
    with connection.transaction():
        connection.execute("set local maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            connection.execute(definition.encode())


def _balances(port: int) -> list[bytes]:
    headers, now = sign_in(port, sets.email(MERCHANT), str(MERCHANT)), datetime.now(UTC)
    moments = [now - timedelta(days=DAYS) * part for part in MOMENTS]
    return [load.request("GET", f"/v1/account/balances?at={quote(at.isoformat())}", headers) for at in moments]


def _file(server: Server, database: str, port: int, plan: Plan) -> Iterator[Row]:
    headers, today = sign_in(port, sets.email(MERCHANT), str(MERCHANT)), datetime.now(UTC).date()
    days = min(DAYS, max(1, FILE_ENTRIES * DAYS // plan.deep_charges))
    period = f"from={today - timedelta(days=days + 1)}&to={today - timedelta(days=2)}"
    path = f"/v1/account/statement/file?format=csv&locale=pt&{period}"
    rates: dict[str, list[float]] = {"ours": [], "COPY": []}
    grown, rows = 0, 0
    for _ in range(plan.rounds):
        with _Watched(port) as memory:
            started = time.perf_counter()
            _, body = get(port, path, headers)
            seconds = time.perf_counter() - started
        rows = body.count(b"\n") - 1
        rates["ours"].append(rows / seconds)
        grown = max(grown, memory.grown)
        rates["COPY"].append(rows / _copy(server.app_url(database), today, days))
    ours, copy = (median(found) for found in rates.values())
    yield at_least("statement as CSV through HTTP beside COPY of the same rows", ours, copy, "rows/s", CSV_GOAL)
    yield figure(
        "memory that a statement of so many rows adds to the API", grown / 2**20, "MiB", MEMORY_LIMIT, f"{rows:,} rows"
    )


def _copy(url: str, today: object, days: int) -> float:
    """Seconds."""
    with psycopg.connect(url) as connection:
        connection.execute("select set_config('retaguarda.companies', %s, false)", (f"{{{MERCHANT}}}",))
        connection.execute("set timezone = 'America/Sao_Paulo'")
        started = time.perf_counter()
        with connection.cursor().copy(_COPY, {"merchant": MERCHANT, "today": today, "days": days}) as copy:
            for _ in copy:
                pass
        return time.perf_counter() - started


class _Watched:
    """By how many bytes the processes of a server grow meanwhile, at most."""

    def __init__(self, port: int) -> None:
        wanted = f"PORT={port}".encode()
        self._processes = [each for each in Path("/proc").glob("[0-9]*") if wanted in _environment(each)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._before = self._resident()
        self.grown = 0

    def __enter__(self) -> "_Watched":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            self.grown = max(self.grown, self._resident() - self._before)

    def _resident(self) -> int:
        return sum(int((each / "statm").read_text().split()[1]) * 4096 for each in self._processes)


def _environment(process: Path) -> list[bytes]:
    try:
        return (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


#: Those that are no constraint's.
_INDEXES = """
    select indexname, indexdef from pg_indexes
     where tablename in ('ledger_entry', 'ledger_journal', 'pix_payment')
       and not exists (select from pg_constraint c where c.conname = indexname)
"""
_NUMBERED = """
    (select n, md5(n::text) as hash, now() - interval '1 day' * %(days)s + n * (interval '1 day' * %(days)s / (%(entries)s + 1)) as at,
            case when n %% 1000 = 0 then -500 else 990 end as amount
       from generate_series(1, %(entries)s::bigint) n) numbered
"""
_ID = (
    "(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 3)"
    " || substr(hash, 7, 12))::uuid"
)
#: Of a Pix received: its endToEndId, which its journal's key holds.
_E2E = "'E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(hash, 1, 11)"

_ENTRIES = f"""
insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
select {_ID}, a.id, case a.code when 'available' then amount else -amount end,
       case a.code when 'available' then n end, case a.code when 'available' then sum(amount) over (partition by a.code order by n) end,
       at, %(merchant)s, case a.code when 'available' then 1 else 2 end, 'BRL'
  from {_NUMBERED}
  join ledger_account a on (a.company_id, a.code) in ((%(merchant)s, 'available'), (1, 'pix_clearing'))
 order by n
"""
_JOURNALS = f"""
insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at, recorded_at)
select {_ID}, %(merchant)s, 2, case when amount > 0 then 'pix:' || {_E2E} else 'bench:' || n end, '',
       case when amount > 0 then 'payin.payment' else 'bench.taken' end, gen_random_uuid()::text, at - interval '2 seconds', at
  from {_NUMBERED} order by n
"""
_PAYMENTS = f"""
insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, fee, paid_at, payer_name, payer_document, status, received_at)
select %(merchant)s, {_E2E}, c.id, amount, 'BRL', 10, at, 'Payer number ' || n %% 9973, '52998224725', 'settled', at
  from {_NUMBERED}, pix_connection c where amount > 0 order by n on conflict do nothing
"""
_BALANCE = """
update ledger_account a set posted = e.posted, version = %(entries)s, posted_at = e.at
  from (select sum(amount) as posted, max(posted_at) as at from ledger_entry where version is not null) e
 where a.company_id = %(merchant)s and a.code = 'available'
"""
_COPY = """
copy (
  select e.posted_at, j.effective_at, j.id, j.kind,
         (select p.payer_name from pix_payment p where p.end_to_end_id = split_part(j.key, ':', 2)),
         (select c.description from charge c where c.company_id = j.company_id and c.id = j.reference::uuid),
         j.key, j.reference, e.amount, e.balance_after
    from ledger_entry e join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
    join ledger_account a on a.id = e.account_id
   where e.company_id = %(merchant)s and a.code = 'available' and e.version is not null
     and e.posted_at >= (%(today)s::date - (%(days)s + 1))::timestamptz and e.posted_at < (%(today)s::date - 1)::timestamptz
   order by e.version) to stdout with (format csv)
"""
