"""Fast writing of many rows in one transaction of the owner: COPY into tables that are bare for the while."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import LiteralString, NamedTuple, cast

import psycopg

from retaguarda_demo.sheets import COLUMNS, Sheets

#: Tables that are empty before and hold nearly everything after: their indexes are built once, at the end.
BIG = ("charge", "pix_payment", "refund", "ledger_journal", "ledger_entry", "ledger_hold")
#: Tables that are written to beside them. The sandbox's have neither triggers nor row security.
SMALL = ("deposit", "event", "provider_message", "ledger_account", "payin_day")

#: Told what is happening: so many charges, or a few words.
Progress = Callable[[int | str], None]


class _Part(NamedTuple):
    """Something of a table that is dropped and made again."""

    drop: str
    make: str


def lock(connection: psycopg.Connection) -> None:
    """Nobody else reads or writes these tables until the transaction ends."""
    _run(connection, f"lock table {', '.join((*BIG, *SMALL))} in access exclusive mode")


@contextmanager
def bare(connection: psycopg.Connection, progress: Progress) -> Iterator[None]:
    """Inside, the big tables are emptied and have no index and no reference, and no trigger runs; after it everything
    is as before, checked by Postgres. Call lock() first, and see that they are empty.

    Works for an owner that is no superuser, which session_replication_role would not.
    """
    references, keys, indexes = _references(connection), _keys(connection), _indexes(connection)
    for part in (*references, *keys, *indexes):
        _run(connection, part.drop)
    for table in (*BIG, *SMALL):
        # COPY refuses a table whose row security binds its owner too.
        _run(connection, f"alter table {table} disable trigger user, no force row level security")
    # Rows of a table that was truncated in this transaction need no WAL on some servers, and can be frozen at once.
    _run(connection, f"truncate {', '.join(BIG)}")
    yield
    for table in (*BIG, *SMALL):
        _run(connection, f"alter table {table} enable trigger user, force row level security")
    progress("building indexes")
    _run(connection, "set local maintenance_work_mem = '512MB'")
    for part in (*keys, *indexes, *references):
        _run(connection, part.make)
    progress("analyzing")
    _run(connection, f"analyze {', '.join((*BIG, *SMALL))}")


def copy(connection: psycopg.Connection, batches: Iterable[tuple[int, Sheets]], progress: Progress) -> None:
    """Writes one batch while the next is being made: the one waits for Postgres, the other computes."""
    with ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for made, sheets in batches:
            if written is not None:
                written.result()
            written = writer.submit(_copy, connection, sheets)
            progress(made)
        if written is not None:
            written.result()


def _copy(connection: psycopg.Connection, sheets: Sheets) -> None:
    with connection.cursor() as cursor:
        for table, columns in COLUMNS.items():
            if lines := sheets.get(table):
                frozen = " with (freeze)" if table in BIG else ""
                statement = f"copy {table} ({columns}) from stdin{frozen}"
                with cursor.copy(cast(LiteralString, statement)) as stream:
                    stream.write("".join(lines))


def _references(connection: psycopg.Connection) -> list[_Part]:
    """Foreign keys of all tables written to, and to the big ones."""
    return _constraints(connection, "contype = 'f' and (conrelid = any({all}) or confrelid = any({big}))")


def _keys(connection: psycopg.Connection) -> list[_Part]:
    return _constraints(connection, "contype in ('p', 'u') and conrelid = any({big})")


def _constraints(connection: psycopg.Connection, which: str) -> list[_Part]:
    found = _rows(
        connection,
        "select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint"
        f" where {which} order by conname",
    )
    return [
        _Part(f"alter table {table} drop constraint {name}", f"alter table {table} add constraint {name} {definition}")
        for table, name, definition in found
    ]


def _indexes(connection: psycopg.Connection) -> list[_Part]:
    """Those that are no constraint's."""
    found = _rows(
        connection,
        "select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i where indrelid = any({big})"
        " and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid) order by 1",
    )
    return [_Part(f"drop index {name}", definition) for name, definition in found]


def _rows(connection: psycopg.Connection, query: str) -> Sequence[tuple[str, ...]]:
    """``{big}`` in the query are the big tables, ``{all}`` those and the small ones."""
    for name, tables in (("{big}", BIG), ("{all}", (*BIG, *SMALL))):
        query = query.replace(name, f"'{{{','.join(tables)}}}'::regclass[]")
    return connection.execute(cast(LiteralString, query)).fetchall()


def _run(connection: psycopg.Connection, statement: str) -> None:
    connection.execute(cast(LiteralString, statement))
