"""Whether every invariant of the house holds in a test's database.

There are many, most tests touch few of their tables, and to plan a statement about the others costs more than the test. An
invariant whose tables are all empty says what it said the last time they were, which is looked at once.
"""

from collections.abc import Iterable

import psycopg

from retaguarda.foundation.invariants import Invariant
from retaguarda.invariants import INVARIANTS

#: What the rules of these views look at, through other views, down to tables; a function hides what it reads.
_READS = """
    with recursive looks as (
      select v.relname::text as name, d.refclassid, d.refobjid
        from pg_class v join pg_rewrite r on r.ev_class = v.oid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> v.oid
       where v.relnamespace = pg_my_temp_schema()
      union
      select l.name, d.refclassid, d.refobjid
        from looks l join pg_rewrite r on l.refclassid = 'pg_class'::regclass and r.ev_class = l.refobjid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> l.refobjid)
    select l.name,
           coalesce(array_agg(distinct l.refobjid::regclass::text) filter (where c.relkind = 'r'), '{}'),
           bool_or(l.refclassid = 'pg_proc'::regclass or c.relkind not in ('r', 'v'))
      from looks l left join pg_class c on l.refclassid = 'pg_class'::regclass and c.oid = l.refobjid
     group by l.name
"""

#: A table's file grows with its first row, and before the row is committed. Asked for its size, Postgres would open each table.
_EMPTY = """
    select oid::regclass::text from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and (pg_stat_file(pg_relation_filepath(oid))).size = 0
"""

#: Name of an invariant → the tables that it reads; of one that calls a function, which may read any, there is none.
_tables = dict[str, frozenset[str]]()
#: Invariants that this process saw hold while all of their tables were empty.
_hold_of_nothing = set[str]()


def offenders(url: str) -> dict[str, int]:
    """Every broken invariant with its count; empty is what a test wants."""
    with psycopg.connect(url) as connection:
        if not _tables:
            _tables.update(tables_of(connection, INVARIANTS))
        empty = {name for (name,) in connection.execute(_EMPTY)}
        counts = dict[str, int]()
        for each in INVARIANTS:
            of_nothing = each.name in _tables and _tables[each.name] <= empty
            if of_nothing and each.name in _hold_of_nothing:
                continue
            row = connection.execute(each.offenders_sql.encode()).fetchone()
            counts[each.name] = row[0] if row else 0
            if of_nothing and not counts[each.name]:
                _hold_of_nothing.add(each.name)
    return {name: count for name, count in counts.items() if count}


def tables_of(connection: psycopg.Connection, invariants: Iterable[Invariant]) -> dict[str, frozenset[str]]:
    """The tables that each of these reads, without those that read what cannot be known."""
    with connection.transaction(force_rollback=True):
        for each in invariants:
            connection.execute(f'create temp view "{each.name}" as {each.offenders_sql}'.encode())
        found = connection.execute(_READS).fetchall()
    return {name: frozenset(tables) for name, tables, unknown in found if not unknown}
