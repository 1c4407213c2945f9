"""Whether every invariant of the house holds in a test's database.

There are many, most tests touch few of their tables, and to plan a statement about the others costs more than the test. An
invariant whose tables are all as they were when it was last looked at says what it said then: they are empty, or of a few rows
that a template brought along.
"""

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import psycopg
from psycopg.sql import SQL, Identifier

from retaguarda.foundation.invariants import sealed_offenders
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.stuck_work import StuckWork, invariant
from retaguarda.invariants import INVARIANTS, SEALED_INVARIANTS, UNFINISHED
from support.secret import SECRET

#: What the rules of these views look at, through other views, down to tables and functions.
_READS = """
    with recursive looks as (
      select v.relname::text as name, v.oid as view, d.refclassid, d.refobjid
        from pg_class v join pg_rewrite r on r.ev_class = v.oid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> v.oid
       where v.relnamespace = pg_my_temp_schema()
      union
      select l.name, r.ev_class, d.refclassid, d.refobjid
        from looks l join pg_rewrite r on l.refclassid = 'pg_class'::regclass and r.ev_class = l.refobjid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> l.refobjid)
    select l.name,
           coalesce(array_agg(distinct c.relname::text) filter (where c.relkind = 'r'), '{}'),
           coalesce(array_agg(distinct p.proname::text) filter (where p.oid is not null), '{}'),
           string_agg(distinct pg_get_viewdef(l.view), ' '),
           coalesce(bool_or(c.relkind not in ('r', 'v')), false)
      from looks l left join pg_class c on l.refclassid = 'pg_class'::regclass and c.oid = l.refobjid
      left join pg_proc p on l.refclassid = 'pg_proc'::regclass and p.oid = l.refobjid
     group by l.name
"""
#: Functions of ours and what they are made of, views too: either may be named in a function's text.
_BODIES = """
    select proname::text, string_agg(coalesce(pg_get_function_sqlbody(oid), prosrc), ' ')
      from pg_proc where pronamespace = 'public'::regnamespace group by proname
    union all
    select relname::text, pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
"""
#: What holds rows, and whether it is a plain table of ours. Postgres keeps no record of who reads what is its own.
_HOLDERS = """
    select relname::text, relkind = 'r' and relnamespace = 'public'::regnamespace from pg_class
     where relnamespace = 'pg_catalog'::regnamespace and relkind in ('r', 'v')
        or relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'm', 'f')
"""
#: A table's file grows with its first row, and before the row is committed. Asked for its size, Postgres would open each table.
_SIZES = """
    select relname::text, (pg_stat_file(pg_relation_filepath(oid))).size from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
"""
#: What a table's rows come to, whatever their order.
_SUM = "select count(*), coalesce(sum(hashtextextended(r::text, 0)), 0) from public.{} r"
#: Larger tables have rows of the test, in bytes: to read them would cost as much as to ask.
_FEW_ROWS = 64 * 1024

_WORD = re.compile(r"\w+")
#: What is put together while it runs, or reads another schema, may read anything; and what a clock decides changes by itself.
_PUT_TOGETHER = {"execute", "query_to_xml", "dblink", "information_schema", "sandbox"}
_CLOCK = {
    *(f"current_{each}" for each in ("date", "time", "timestamp")),
    "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp", "localtimestamp", "localtime", "timeofday", "random", "age",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reads:
    """``tables`` is None where they cannot be known."""

    tables: frozenset[str] | None
    by_clock: bool


#: Tables of a test are so small that to search for the best order of joins costs more than any order.
_PLANNED_AS_WRITTEN = "-c join_collapse_limit=1 -c from_collapse_limit=1 -c max_parallel_workers_per_gather=0"

#: Name of what is asked → what it reads.
_reads = dict[str, Reads]()
#: What this process saw to come to nothing, with what its tables held then.
_seen = set[tuple[str, frozenset[tuple[str, object]]]]()


def offenders(url: str) -> dict[str, int]:
    """Every broken invariant with its count; empty is what a test wants."""
    with psycopg.connect(url, options=_PLANNED_AS_WRITTEN) as connection:
        look = _Look(connection)
        counts = {each.name: look.count(each.name, each.offenders_sql) for each in _WHOLE}
        # One statement about all stuck work reads twenty tables; where nothing waits at all, nothing waits for a job.
        waiting = [work for name, work in _WORKS.items() if look.count(name, _things(work))]
        if waiting:
            row = connection.execute(invariant(waiting).offenders_sql.encode()).fetchone()
            counts[_STUCK] = row[0] if row else 0
        # Where nothing is sealed there is nothing to open, and that is asked in no time.
        counts |= {each.name: len(sealed_offenders(connection, _KEYS, each)) for each in SEALED_INVARIANTS}
    return {name: count for name, count in counts.items() if count}


_KEYS = Keys(SECRET)
_STUCK = invariant(UNFINISHED).name
_WHOLE = tuple(each for each in INVARIANTS if each.name != _STUCK)
_WORKS = {f"{_STUCK} {number}": work for number, work in enumerate(UNFINISHED)}


def _things(work: StuckWork) -> str:
    return f"select count(*) from ({work.things}) waiting"


class _Look:
    """One look at a database."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        if not _reads:
            _reads.update(reads_of(connection, {each.name: each.offenders_sql for each in _WHOLE}))
            _reads.update(reads_of(connection, {name: _things(work) for name, work in _WORKS.items()}))
        self._sizes = dict(connection.execute(_SIZES).fetchall())
        # A test may replace a function or a view, and an invariant may then say something else of the same rows.
        self._held: dict[str, object] = {_FUNCTIONS: connection.execute(_DEFINED).fetchone()}

    def count(self, name: str, statement: str) -> int:
        state = self._state(_reads[name])
        if state is not None and (name, state) in _seen:
            return 0
        row = self._connection.execute(statement.encode()).fetchone()
        count = row[0] if row else 0
        if state is not None and not count:
            _seen.add((name, state))
        return count

    def _state(self, reads: Reads) -> frozenset[tuple[str, object]] | None:
        """What these tables hold; None where that is not known, or not all there is to know."""
        if reads.tables is None:
            return None
        filled = [table for table in reads.tables if self._sizes.get(table)]
        if any(self._sizes[table] > _FEW_ROWS for table in filled):
            return None
        # What no test has touched does not age within an hour.
        hour = time.time() // 3600 if reads.by_clock else 0
        return frozenset([("", hour), *((table, self._held_in(table)) for table in (*filled, _FUNCTIONS))])

    def _held_in(self, table: str) -> object:
        if table not in self._held:
            self._held[table] = self._connection.execute(SQL(_SUM).format(Identifier(table))).fetchone()
        return self._held[table]


#: Stands beside the tables.
_FUNCTIONS = "functions()"
_DEFINED = "select max(xmin::text::bigint), (select max(xmin::text::bigint) from pg_rewrite) from pg_proc"


def reads_of(connection: psycopg.Connection, statements: Mapping[str, str]) -> dict[str, Reads]:
    """What each of these statements reads, by its name: through views, and through functions by the words of their texts."""
    with connection.transaction(force_rollback=True):
        bodies = {name: set(_WORD.findall(text.lower())) for name, text in connection.execute(_BODIES)}
        holders = dict(connection.execute(_HOLDERS).fetchall())
        for name, statement in statements.items():
            connection.execute(SQL("create temp view {} as ").format(Identifier(name)) + SQL(statement))  # pyright: ignore[reportArgumentType]
        found = connection.execute(_READS).fetchall()
    # What reads Postgres' own alone is not among them.
    return dict.fromkeys(statements, Reads(None, by_clock=True)) | {
        name: _reads_of({*tables}, {*_WORD.findall(text.lower())}, functions, bodies, holders)
        if not others
        else Reads(None, by_clock=True)
        for name, tables, functions, text, others in found
    }


def _reads_of(
    tables: set[str],
    words: set[str],
    functions: Iterable[str],
    bodies: Mapping[str, set[str]],
    holders: Mapping[str, bool],
) -> Reads:
    left, told = [*functions], dict[str, set[str]]()
    while left:
        if (name := left.pop()) not in told:
            told[name] = bodies.get(name, _PUT_TOGETHER)
            left += told[name] & bodies.keys()
    called = set[str]().union(*told.values())
    words |= called
    if words & _PUT_TOGETHER or not all(holders[word] for word in words & holders.keys()):
        return Reads(None, by_clock=True)
    # Columns may be called as tables are: a few more of them do not harm.
    return Reads(frozenset(tables | (called & holders.keys())), bool(words & _CLOCK))
