"""``python -m bench.growth [--journals 20000000]``: the books at 1,000,000 journals and at many more, over eight months and 200 merchants.

No part of ``make bench``: it takes an hour and 20 GB, and drops both databases afterwards. What grows with the books and what does not is
told in docs/operations.md, "How it grows". Every rule of the ledger is asked of the rows that were filled in.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from urllib.parse import quote

import psycopg

from bench import load, posting, servers, sets
from bench.depth import in_turn
from bench.people import get, sign_in
from bench.pgbench import rate_of
from bench.plan import FULL, Plan, plan_of
from bench.postgres import Server, running
from retaguarda.backup.archive_month import archive_month
from retaguarda.invariants import INVARIANTS

FEW = 1_000_000
MERCHANT = sets.FIRST_MERCHANT
DAYS = 240
PER_PAGE = 50
LIST = f"/v1/account/transactions?per_page={PER_PAGE}"
#: Memory of one pass of `verify` over its tables, as docs/operations.md asks for.
WORK_MEM = "256MB"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.growth")
    parser.add_argument("--journals", type=int, default=20_000_000)
    parser.add_argument("--few", type=int, default=FEW)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", action="store_true", help="leave the databases there for the next time")
    given = parser.parse_args()
    plan = plan_of(FULL, None, given.rounds)
    with running() as server:
        names = [_name(count) for count in (given.few, given.journals)]
        for name, count in zip(names, (given.few, given.journals), strict=True):
            started = time.monotonic()
            server.database(
                name, lambda connection, count=count: _fill(connection, count), f"{sets.VERSION} growth {count} 4"
            )
            _say(f"{count:,} journals stand", f"after {time.monotonic() - started:.0f} s")
        for line in _measure(server, names, plan):
            _say(*line)
        if not given.keep:
            with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
                for name in names:
                    connection.execute(f"drop database {name} with (force)".encode())


def _say(what: str, *figures: str) -> None:
    print(" | ".join((what, *figures)), flush=True)


def _name(journals: int) -> str:
    return f"bench_growth_{journals}"


def _measure(server: Server, names: list[str], plan: Plan) -> Iterator[tuple[str, ...]]:
    yield from _sizes(server, names)
    yield from _reads(server, names, plan)
    yield from _buffers(server, names)
    yield from _posts(server, names, plan)
    yield from _archives(server, names)
    yield from _verified(server, names)


def _sizes(server: Server, names: list[str]) -> Iterator[tuple[str, ...]]:
    for name in names:
        with psycopg.connect(server.url(name)) as connection:
            journals = connection.execute("select count(*) from ledger_journal").fetchone()
            for relation, kind, size in connection.execute(_SIZES).fetchall():
                yield (
                    f"{name}: {relation}",
                    kind,
                    f"{size / 2**20:,.0f} MiB",
                    f"{size / (journals or (1,))[0]:.0f} B a journal",
                )


def _reads(server: Server, names: list[str], plan: Plan) -> Iterator[tuple[str, ...]]:
    """Calls of one merchant, to both sizes in turn."""
    with (
        servers.ours(server.app_url(names[0]), "ours-few-books") as few,
        servers.ours(server.app_url(names[1]), "ours-many-books") as many,
    ):
        asks = [_asks(port) for port in (few, many)]
        for what in asks[0]:
            small, large = in_turn((few, asks[0][what]), (many, asks[1][what]), plan)
            yield what, f"{small:.1f} ms", f"{large:.1f} ms", f"{large / small:.2f} times"


def _asks(port: int) -> dict[str, list[bytes]]:
    merchant = sign_in(port, sets.email(MERCHANT), str(MERCHANT))
    past = datetime.now(UTC) - timedelta(days=DAYS * 0.41)
    until = quote(past.isoformat())
    cursor = quote(get(port, f"{LIST}&recorded_at_to={until}", merchant)[0]["x-next-cursor"])
    return {
        "balances": [load.request("GET", "/v1/account/balances", merchant)],
        "balances at a moment of the past": [load.request("GET", f"/v1/account/balances?at={until}", merchant)],
        "first page of a merchant's transactions": [load.request("GET", LIST, merchant)],
        "a page deep in them": [load.request("GET", f"{LIST}&cursor={cursor}", merchant)],
    }


def _buffers(server: Server, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Pages that a look-up by a key reads, its index' depth among them: no load disturbs it."""
    for what, statement in _LOOKUPS.items():
        pages = list[str]()
        for name in names:
            with psycopg.connect(server.url(name)) as connection:
                connection.execute("set enable_seqscan = off")
                said = connection.execute(f"explain (analyze, buffers, format json) {statement}".encode()).fetchone()
                plan = (said or ([{}],))[0][0]["Plan"]
                pages.append(str(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]))
        yield f"pages of a look-up: {what}", *pages


def _posts(server: Server, names: list[str], plan: Plan) -> Iterator[tuple[str, ...]]:
    """Posts spread over all merchants, by turns; and what one of them touches."""
    rates: tuple[list[float], list[float]] = ([], [])
    touched = list[str]()
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "posts")
        script.write_text(posting.SPREAD)
        for turn in range(-1, plan.rounds):
            for name, found in zip(names, rates, strict=True):
                before, count = _pages(server, name)
                rate = rate_of(
                    server.app_url(name), plan.seconds, script, n=0, round=1_000 + turn + time.time_ns() % 10**9
                )
                if turn >= 0:
                    found.append(rate)
                if turn == plan.rounds - 1:
                    after, more = _pages(server, name)
                    touched.append(f"{(after - before) / (more - count):.0f} pages")
    few, many = median(rates[0]), median(rates[1])
    yield "posts a second, three legs each", f"{few:,.0f}", f"{many:,.0f}", f"{many / few:.2f} times"
    yield "pages that a post touches", *touched


def _pages(server: Server, name: str) -> tuple[int, int]:
    """Pages touched and transactions committed in a database so far."""
    time.sleep(2)  # a backend tells its figures as it ends, and at most each second
    with psycopg.connect(server.url("postgres")) as connection:
        row = connection.execute(
            "select blks_hit + blks_read, xact_commit from pg_stat_database where datname = %s", (name,)
        ).fetchone()
    assert row is not None
    return row


def _archives(server: Server, names: list[str]) -> Iterator[tuple[str, ...]]:
    month = (datetime.now(UTC) - timedelta(days=100)).strftime("%Y-%m")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            target, started = Path(folder, month), time.monotonic()
            made = archive_month(server.url(name), month, target)
            seconds = time.monotonic() - started
            size = sum(each.stat().st_size for each in target.rglob("*") if each.is_file())
            rows = made.rows["journal"]
            yield f"{name}: archive of {month}", f"{rows:,} journals", f"{seconds:.0f} s", f"{size / 2**20:,.0f} MiB"
            shutil.rmtree(target)


def _verified(server: Server, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Every rule, as `retaguarda verify` asks them; a broken one would say that the rows are not what the house makes."""
    for name in names:
        broken, slowest, started = list[str](), list[tuple[float, str]](), time.monotonic()
        with psycopg.connect(server.url(name)) as connection:
            connection.execute("set transaction isolation level repeatable read, read only")
            connection.execute(f"set local work_mem = '{WORK_MEM}'".encode())
            for rule in INVARIANTS:
                began = time.monotonic()
                row = connection.execute(rule.offenders_sql.encode()).fetchone()
                slowest.append((time.monotonic() - began, rule.name))
                broken += [f"{rule.name} {row[0]}"] if row and row[0] else []
        told = ", ".join(f"{rule} {seconds:.0f} s" for seconds, rule in sorted(slowest, reverse=True)[:4])
        yield f"{name}: verify", f"{time.monotonic() - started:.0f} s", told, f"broken: {', '.join(broken) or 'none'}"


def _fill(connection: psycopg.Connection, journals: int) -> None:
    """Credits of 200 merchants in turn, one after another, as ``ledger_post`` would have written them."""
    sets.people(connection, posting.MERCHANTS)
    values = {"journals": journals, "merchants": posting.MERCHANTS, "first": MERCHANT, "days": DAYS}
    indexes = connection.execute(_INDEXES).fetchall()
    with connection.transaction():
        # Triggers would only check what `verify` asks of all rows at once, and indexes made over all rows are many times quicker.
        connection.execute("set local session_replication_role = replica")
        connection.execute("set local maintenance_work_mem = '1GB'")
        for drop, _ in indexes:
            connection.execute(drop.encode())
        for statement in (_JOURNALS, _ENTRIES):
            connection.execute(statement, values)
        for _, make in indexes:
            connection.execute(make.encode())
        connection.execute(_BALANCES)
    with connection.transaction():
        connection.execute("select ledger_checkpoint_make(id, 1) from ledger_account where append_only")


#: ``k``: the merchant's own number of the journal. Nets of a hundred journals add up to the same, so a balance needs no sum over rows.
_NUMBERED = """
    (select *, 990 + 10 * (k %% 100) as net,
            990 * k + 10 * (4950 * (k / 100) + (k %% 100) * (k %% 100 + 1) / 2) as balance,
            (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 3)
             || substr(hash, 7, 12))::uuid as id
       from (select n, md5(n::text) as hash, %(first)s + (n %% %(merchants)s)::int as company, n / %(merchants)s + 1 as k,
                    now() - interval '1 day' * %(days)s + n * (interval '1 day' * %(days)s / (%(journals)s + 1)) as at
               from generate_series(0, %(journals)s::bigint - 1) n) raw
     offset 0) numbered
"""
_JOURNALS = f"""
insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at, recorded_at)
select id, company, 3, 'bench:E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(hash, 1, 11), decode(substr(hash, 1, 16), 'hex'),
       'payin.payment', id::text, at - interval '2 seconds', at
  from {_NUMBERED}
"""
_ENTRIES = f"""
insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
select id, account, amount, version, balance_after, at, company, leg, 'BRL'
  from {_NUMBERED}
  join (select a.company_id as owner, a.id as own, c.id as clearing, f.id as fees
          from ledger_account a
          join ledger_account c on (c.company_id, c.code, c.currency) = (1, 'pix_clearing', 'BRL')
          join ledger_account f on (f.company_id, f.code, f.currency) = (1, 'pix_fees', 'BRL')
         where a.code = 'available' and a.currency = 'BRL') accounts on owner = company
 cross join lateral (values (1, clearing, -(net + 10), null::bigint, null::bigint), (2, own, net, k, balance),
                            (3, fees, 10, null, null)) legs (leg, account, amount, version, balance_after)
"""
_BALANCES = """
update ledger_account a set posted = e.balance_after, version = e.version, posted_at = e.posted_at
  from (select distinct on (account_id) account_id, balance_after, version, posted_at from ledger_entry
         where version is not null order by account_id, version desc) e
 where a.id = e.account_id
"""
#: How each index of the books is dropped and made again; other tables' keys lead to the journal's own.
_INDEXES = """
select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
            else format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) end,
       case when c.oid is null then pg_get_indexdef(i.indexrelid)
            else format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
 where i.indrelid in ('ledger_journal'::regclass, 'ledger_entry'::regclass) and i.indexrelid <> 'ledger_journal_pkey'::regclass
"""
_SIZES = """
select relname, 'rows', pg_table_size(oid) from pg_class where relname in ('ledger_journal', 'ledger_entry') and relkind = 'r'
union all
select indexrelid::regclass::text, 'index', pg_relation_size(indexrelid) from pg_index
 where indrelid in ('ledger_journal'::regclass, 'ledger_entry'::regclass)
union all
select current_database()::text, 'all', pg_database_size(current_database())
"""
_LOOKUPS = {
    "a journal by its key": f"select * from ledger_journal where company_id = {MERCHANT} and key ="
    f" (select key from ledger_journal where company_id = {MERCHANT} order by id limit 1)",
    "the entries of a journal": f"select * from ledger_entry where company_id = {MERCHANT} and journal_id ="
    f" (select id from ledger_journal where company_id = {MERCHANT} order by id limit 1)",
    "an account's newest entry": "select * from ledger_entry where version is not null and account_id ="
    f" (select id from ledger_account where company_id = {MERCHANT} and code = 'available') order by version desc limit 1",
}


if __name__ == "__main__":
    main()
