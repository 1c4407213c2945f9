"""Connections, transactions and their scope.

Every transaction of the application starts here, and its first statement sets whose rows it may see: there is no
way to a connection without a scope.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, LiteralString, Self, cast
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql
from psycopg.abc import ConnParam
from psycopg.pq import Escaping
from psycopg.rows import dict_row
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

from retaguarda.foundation.metrics import CONNECTION_WAITS

# Of what a reader of events does, reading their data was a seventh; this takes a third of that.
set_json_loads(msgspec.json.decode)

Row = dict[str, Any]
#: Connections for what happens beside a transaction.
BESIDE = 2
Params = Mapping[str, Any] | None


class Unconfirmed(psycopg.OperationalError):
    """Postgres stopped waiting for its standby: the commit stands on the primary, and may be lost with it. Nobody is told that
    it is done.
    """


class Connecting(psycopg.AsyncConnection[Any]):
    """A connection that tries a second password when it is refused with the first.

    The password of the application's role is replaced together with the secret of the server, while some processes know the
    one and some the other as theirs.
    """

    @classmethod
    async def connect(cls, conninfo: str = "", *, spare_password: ConnParam = None, **kwargs: Any) -> Self:
        try:
            return await super().connect(conninfo, **kwargs)
        except psycopg.OperationalError:
            if not spare_password:
                raise
            return await super().connect(conninfo, **kwargs, password=spare_password)


class Connection(Connecting):
    """One that hears when Postgres gives up waiting for a synchronous standby. It says so in a warning, and then COMMIT."""

    gave_up_waiting = False

    def hear(self, notice: psycopg.errors.Diagnostic) -> None:
        """The function that waits is named in every language of the server; the text in English alone."""
        if notice.severity_nonlocalized == "WARNING" and (
            notice.source_function == "SyncRepWaitForLSN"
            or "wait for synchronous replication" in (notice.message_primary or "")
        ):
            self.gave_up_waiting = True


Pool = AsyncConnectionPool[Connection]


async def _listen(connection: Connection) -> None:
    connection.add_notice_handler(connection.hear)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows a transaction sees. ``companies`` None means all of them."""

    companies: tuple[int, ...] | None
    person_id: UUID | None = None

    def statement(self) -> bytes:
        companies = "*" if self.companies is None else f"{{{','.join(map(str, self.companies))}}}"
        return (
            sql.SQL("select set_config('retaguarda.companies', {}, true), set_config('retaguarda.person', {}, true)")
            .format(companies, "" if self.person_id is None else str(self.person_id))
            .as_bytes()
        )


#: The program itself: sign-in before anybody is known, the worker, staff tasks. Each use is listed in a test.
SYSTEM = Scope(companies=None)


class Tx:
    """One open transaction. Rows are dictionaries."""

    __slots__ = ("_cursor", "_last", "connection")

    def __init__(self, connection: Connection, cursor: psycopg.AsyncCursor[Row]) -> None:
        self.connection = connection
        self._last = b""
        # One for all statements: a result is read before the next begins, and a cursor costs more than it looks.
        self._cursor = cursor

    async def all(self, query: str, params: Params = None) -> list[Row]:
        return await (await self._run(query, params)).fetchall()

    async def one(self, query: str, params: Params = None) -> Row | None:
        return await (await self._run(query, params)).fetchone()

    async def value(self, query: str, params: Params = None) -> Any:
        """The first column of the first row; None when there is no row."""
        row = await self.one(query, params)
        return None if row is None else next(iter(row.values()))

    async def execute(self, query: str, params: Params = None) -> int:
        """The number of rows touched."""
        return (await self._run(query, params)).rowcount

    async def batches(self, query: str, params: Params = None, size: int = 1_000) -> AsyncIterator[list[Row]]:
        """All rows of a query, as it finds them now, so many at a time: never more of them are held. One at a time."""
        await self._run(f"declare batches no scroll cursor for {query}", params)
        while rows := await self.all(f"fetch forward {size} from batches"):
            yield rows
        await self._run("close batches", None)

    async def with_commit(self, query: str, params: Params = None) -> None:
        """The last statement of a transaction: it waits for the commit and travels with it, one round trip for both."""
        quoted = {name: self._literal(value) for name, value in (params or {}).items()}
        self._last = (query % quoted).encode() + b"; "

    def _literal(self, value: Any) -> str:
        """As the driver would write it; what every event and answer is made of, in half of its time."""
        if isinstance(value, str):
            if "\0" in value:
                # libpq would end the text there.
                raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
            return Escaping(self.connection.pgconn).escape_literal(value.encode()).decode()
        if isinstance(value, bytes):
            return f"'\\x{value.hex()}'"
        return "null" if value is None else sql.Literal(value).as_string(self.connection)

    async def commit(self) -> None:
        """
        Raises:
            psycopg.Error: nothing of the transaction stands.
            Unconfirmed: it stands on this server alone; the connection is closed.
        """
        self.connection.gave_up_waiting = False
        try:
            await self._cursor.execute(self._last + b"commit")
        except psycopg.Error:
            await _roll_back(self.connection)
            raise
        while self._cursor.nextset():
            pass
        # Postgres answers COMMIT of a failed transaction with ROLLBACK, and no error.
        if self._cursor.statusmessage != "COMMIT":
            raise psycopg.errors.InFailedSqlTransaction("the transaction had failed and was rolled back")
        if self.connection.gave_up_waiting:
            await self.connection.close()
            raise Unconfirmed("committed here, and not known to be at a standby")

    async def _run(self, query: str, params: Params) -> psycopg.AsyncCursor[Row]:
        return await self._cursor.execute(cast(LiteralString, query), params)


class Database:
    """The application's pool. Connections are of the role that cannot bypass row security."""

    def __init__(
        self,
        url: str,
        *,
        size: int,
        lock_timeout_ms: int = 5_000,
        statement_timeout_ms: int = 30_000,
        spare_password: str = "",
    ) -> None:
        options = f"-c lock_timeout={lock_timeout_ms} -c statement_timeout={statement_timeout_ms} -c timezone=UTC"
        self._pool = _pool(url, options, spare_password, 1, size)
        self._beside = _pool(url, options, spare_password, 0, BESIDE)

    async def open(self) -> None:
        await self._pool.open(wait=True, timeout=30)
        await self._beside.open()

    async def close(self) -> None:
        await self._beside.close()
        await self._pool.close()

    @asynccontextmanager
    async def transaction(self, scope: Scope) -> AsyncIterator[Tx]:
        """A transaction in this scope. It commits when the block ends, and the block ends only after the commit.

        Raises:
            psycopg.Error: a statement, or the commit itself, failed; then nothing of the block stands.
            Unconfirmed: the block stands on this server, and on no standby that is known of.
        """
        async with self.begin(scope.statement()) as (tx, _):
            yield tx

    @asynccontextmanager
    async def beside(self, scope: Scope) -> AsyncIterator[Tx]:
        """A short transaction for who has one open already, such as work that tells how far it is. Its connections are others
        than those of transaction(): whoever held one of those and asked for a second could wait for ever, for others that do
        the same."""
        async with self.begin(scope.statement(), beside=True) as (tx, _):
            yield tx

    @asynccontextmanager
    async def begin(self, opening: bytes, *, beside: bool = False) -> AsyncIterator[tuple[Tx, Row | None]]:
        """As transaction(), but the scope is set by ``opening``: a statement that also answers one row, in one round trip."""
        pool = self._beside if beside else self._pool
        connection, cursor, row = await _opened(pool, opening)
        try:
            tx = Tx(connection, cursor)
            try:
                yield tx, row
            except BaseException:
                await _roll_back(connection)
                raise
            await tx.commit()
        finally:
            await pool.putconn(connection)


def _pool(url: str, options: str, spare_password: str, least: int, most: int) -> Pool:
    return AsyncConnectionPool(
        url,
        kwargs={
            "autocommit": True,  # transactions are opened by hand, together with their scope
            "row_factory": dict_row,
            "spare_password": spare_password,
            "options": options,
        },
        connection_class=Connection,
        configure=_listen,
        min_size=least,
        max_size=most,
        timeout=10,
        max_waiting=1_000,
        # Tries again at least this often after an outage; psycopg's own waits double up to minutes.
        reconnect_timeout=5,
        open=False,
    )


async def _opened(pool: Pool, opening: bytes) -> tuple[Connection, psycopg.AsyncCursor[Row], Row | None]:
    try:
        return await _open_on(pool, opening)
    except psycopg.OperationalError:
        # The server came back after a crash: the pool still holds connections to the old one.
        await pool.check()
        return await _open_on(pool, opening)


async def _open_on(pool: Pool, opening: bytes) -> tuple[Connection, psycopg.AsyncCursor[Row], Row | None]:
    asked = perf_counter()
    connection = await pool.getconn()
    CONNECTION_WAITS.observe(perf_counter() - asked)
    try:
        cursor = await connection.execute(b"begin; " + opening)
        cursor.nextset()
        return connection, cursor, await cursor.fetchone()
    except BaseException:
        await _roll_back(connection)
        await pool.putconn(connection)
        raise


async def _roll_back(connection: psycopg.AsyncConnection[Row]) -> None:
    if not connection.closed:
        await connection.execute("rollback")
