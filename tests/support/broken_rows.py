"""Breaks invariants with rows that the database would refuse, written with its rules off and rolled back afterwards."""

from collections.abc import Mapping, Sequence

import psycopg

from retaguarda.foundation.invariants import sealed_offenders
from retaguarda.foundation.keys import Keys
from retaguarda.invariants import INVARIANTS, SEALED_INVARIANTS
from support.secret import SECRET


def expect_found(url: str, broken: Mapping[str, Sequence[str]]) -> None:
    """Each invariant finds nothing, and one offender after its statements.

    Args:
        broken: invariant → statements; each begins \"insert into …\". Blanks after a name tell several ways of one apart.
    """
    tables = sorted({statement.split()[2] for statements in broken.values() for statement in statements})
    with psycopg.connect(url) as bare:
        bare.execute("set session_replication_role = replica")
        bare.execute(_bare(tables).encode())
        for name, statements in broken.items():
            with bare.transaction(force_rollback=True):
                assert _count(bare, name.strip()) == 0, name
                for statement in statements:
                    bare.execute(statement.encode())
                assert _count(bare, name.strip()) == 1, name
        bare.rollback()


def _count(connection: psycopg.Connection, name: str) -> int:
    for sealed in SEALED_INVARIANTS:
        if sealed.name == name:
            return len(sealed_offenders(connection, Keys(SECRET), sealed))
    (asked,) = (each.offenders_sql for each in INVARIANTS if each.name == name)
    row = connection.execute(asked.encode()).fetchone()
    assert row is not None
    return row[0]


def _bare(tables: Sequence[str]) -> str:
    """Drops what keeps a row from being written in part: these are about what finds it afterwards."""
    named = ", ".join(f"'{name}'::regclass" for name in tables)
    return f"""
do $$ declare r record; tables regclass[] := array[{named}]; begin
  for r in select conname, conrelid::regclass as t from pg_constraint where contype = 'c' and conrelid = any (tables) loop
    execute format('alter table %s drop constraint %I', r.t, r.conname);
  end loop;
  for r in select a.attname, a.attrelid::regclass as t from pg_attribute a
            where a.attrelid = any (tables) and a.attnum > 0 and a.attnotnull and a.attidentity = '' and not exists (
              select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) loop
    execute format('alter table %s alter column %I drop not null', r.t, r.attname);
  end loop;
end $$
"""
