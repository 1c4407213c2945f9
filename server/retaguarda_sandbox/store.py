"""The sandbox's Postgres: a pool, transactions, and the secrets made at the first start."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from joserfc.jwk import ECKey
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

Row = dict[str, Any]
Connection = psycopg.AsyncConnection[Row]
#: Its tables, every statement of which may run again.
_TABLES = b"\n".join(
    Path(__file__).with_name(f"{name}.sql").read_bytes()
    for name in ("schema", "recurrences", "dict", "exchange", "lots", "courts")
)
_DIGEST = sha256(_TABLES).hexdigest()
#: Lays the tables, and writes on them which ones they are.
LAID = _TABLES + f"\ncomment on schema sandbox is '{_DIGEST}';".encode()
#: Two sandboxes that start at once must not make the tables twice.
_START_LOCK = 0x5A4D_B0C5


class Store:
    def __init__(self, url: str, pool_size: int) -> None:
        self._pool = AsyncConnectionPool(
            url,
            kwargs={"row_factory": dict_row, "options": "-c timezone=UTC"},
            connection_class=psycopg.AsyncConnection[Row],
            min_size=1,
            max_size=pool_size,
            timeout=5,
            # The pool waits twice as long after each failure; a short limit makes the next call try afresh.
            reconnect_timeout=5,
            open=False,
        )
        self.token_key = b""
        self.signing_key: ECKey
        #: Whether faults were ordered. Kept here because every call asks; a sandbox is one process.
        self.faulty = False
        #: How far the bank's clock was moved on, by hand.
        self.ahead = timedelta()

    async def open(self) -> None:
        await self._pool.open(wait=True, timeout=30)
        async with self.transaction() as connection:
            await connection.execute("select pg_advisory_xact_lock(%s)", (_START_LOCK,))
            if not await _is_laid(connection):
                await connection.execute(LAID)
            self.token_key = (await _secret(connection, "token_key", secrets.token_hex(32))).encode()
            fresh = ECKey.generate_key("P-256").as_pem(private=True).decode()
            self.signing_key = ECKey.import_key(await _secret(connection, "signing_key", fresh))
            self.faulty = await one(connection, "select from sandbox.fault limit 1") is not None

    async def close(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Committed when the block ends; rolled back by an exception."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.OperationalError:
            # After a crash of Postgres the pool holds more dead connections; the next call shall not meet one.
            await self._pool.check()
            raise


async def _is_laid(connection: Connection) -> bool:
    """Whether these very tables are there: to lay them once more costs more than all else of a start."""
    query = "select from pg_namespace where nspname = 'sandbox' and obj_description(oid, 'pg_namespace') = %(digest)s"
    return await one(connection, query, digest=_DIGEST) is not None


async def one(connection: Connection, query: LiteralString, **params: Any) -> Row | None:
    return await (await connection.execute(query, params)).fetchone()


async def all_rows(connection: Connection, query: LiteralString, **params: Any) -> list[Row]:
    return await (await connection.execute(query, params)).fetchall()


async def _secret(connection: Connection, name: str, fresh: str) -> str:
    """The stored one, so that tokens outlive a restart; ``fresh`` at the first start."""
    row = await one(
        connection,
        """
        insert into sandbox.secret (name, value) values (%(name)s, %(fresh)s)
        on conflict (name) do update set value = secret.value returning value
        """,
        name=name,
        fresh=fresh,
    )
    assert row is not None
    return row["value"]


async def paged(
    connection: Connection, query: LiteralString, order: LiteralString, number: int, size: int, **params: Any
) -> tuple[list[Row], int]:
    """One page of a query, and how many rows it has in all."""
    counted = await one(connection, "select count(*) as total from (" + query + ") q", **params)
    assert counted is not None
    rows = await all_rows(
        connection,
        query + " order by " + order + " limit %(size)s offset %(skipped)s",
        **params,
        size=size,
        skipped=number * size,
    )
    return rows, counted["total"]
