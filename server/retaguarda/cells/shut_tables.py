"""Guards the tables of a company that is closed here, and takes the guards away when it is open again.

A guard is a pair of triggers that rows of other companies pass by with one comparison. Each table gets them in a transaction of its own,
which waits for whoever writes the table at that moment: from then on whoever writes the company's rows holds a lock that the act of
closing waits for. Guards alone refuse nothing; the row of the move does.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from retaguarda.cells.model import Refused
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.typed_rows import fetch_all

#: How long a table may be asked for at once: others wait behind whoever waits.
_PATIENCE = "700ms"
_TRIES = 40
_PAUSE_SECONDS = 0.25


class _Table(msgspec.Struct):
    target: str
    key: str
    companies: list[int]


@asynccontextmanager
async def owner_transaction(connection: Connection) -> AsyncIterator[Tx]:
    """A transaction of the database's owner, whom row security lets pass."""
    async with connection.transaction():
        yield Tx(connection, connection.cursor(row_factory=dict_row))


@asynccontextmanager
async def one_act(connection: Connection) -> AsyncIterator[None]:
    """One act at a time in this database.

    Raises:
        Refused: another one is under way.
    """
    taken = await (await connection.execute("select pg_try_advisory_lock(hashtext('cell_act'))")).fetchone()
    if taken is None or not taken[0]:
        raise Refused("busy", "another act on a company is under way in this database")
    try:
        yield
    finally:
        await connection.execute("select pg_advisory_unlock(hashtext('cell_act'))")


async def shut_tables(connection: Connection, company: int) -> None:
    """Guard every table of companies for this one too.

    Args:
        connection: of the owner, in autocommit.

    Raises:
        Refused: a table is written all the time; those that are guarded stay so, and refuse nothing.
    """
    async with owner_transaction(connection) as tx:
        tables = await fetch_all(tx, _Table, _UNGUARDED, {"company": company})
    for table in tables:
        await _patiently(connection, table)


async def open_tables(connection: Connection) -> int:
    """Take away the guards of companies that are open again, and return how many tables were too busy: they refuse nothing."""
    async with owner_transaction(connection) as tx:
        tables = await fetch_all(tx, _Table, _OVERGUARDED)
    left = 0
    for table in tables:
        try:
            async with owner_transaction(connection) as tx:
                await _guard(tx, table)
        except psycopg.errors.LockNotAvailable:
            left += 1
    return left


async def _patiently(connection: Connection, table: _Table) -> None:
    for _ in range(_TRIES):
        try:
            async with owner_transaction(connection) as tx:
                await _guard(tx, table)
                return
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            await asyncio.sleep(_PAUSE_SECONDS)
    raise Refused("table_busy", f"somebody writes {table.target} without a pause; nothing is closed, try again")


async def _guard(tx: Tx, table: _Table) -> None:
    await tx.execute(f"set local lock_timeout = '{_PATIENCE}'")
    target = sql.Literal(table.target).as_string()
    if table.companies:
        await tx.execute(
            f"call cell_guard({target}::regclass, %(key)s::name, %(companies)s::int[])",
            {"key": table.key, "companies": table.companies},
        )
    else:
        await tx.execute(f"call cell_unguard({target}::regclass)")


_UNGUARDED = """
select u.target::text, u.key::text, w.companies
  from (select array(select distinct unnest(cell_shut_companies() || %(company)s::int) order by 1) as companies) w
 cross join lateral cell_unguarded(w.companies) u
"""
_OVERGUARDED = """
select t.target::text, t.key::text, cell_shut_companies() as companies from cell_tables() t
 where not cell_guarded(t.target) <@ cell_shut_companies()
"""
