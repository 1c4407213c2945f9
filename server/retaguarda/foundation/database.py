"""Connections, transactions and their scope.

Every transaction of the application starts here, and its first statement sets whose rows it may see: there is no
way to a connection without a scope.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter
from typing import Any, BinaryIO, LiteralString, Self, cast
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
from retaguarda.foundation.stalled_server import living, one_of_several_leads, patience, watch
from retaguarda.foundation.standby_wait import StandbyWait

# Decoding event data was a seventh of a consumer's time; msgspec takes a third of that.
set_json_loads(msgspec.json.decode)

Row = dict[str, Any]
#: What runs behind the API: "jobs", or "on" for what goes over all companies; see working() and sweeping().
_SWEEPING = ContextVar("sweeping", default="")
#: Seconds for which nobody needed one of a pool's connections before it is closed, then the next: each keeps its plans and catalogue, ten
#: megabytes of the server.
IDLE_S = 5
#: Connections for transactions opened while another one is open; see side_transaction().
SIDE_CONNECTIONS = 2
Params = Mapping[str, Any] | msgspec.Struct | None


class Unconfirmed(psycopg.OperationalError):
    """Postgres gave up waiting for its standby: the commit is on the primary and could be lost with it. We report no
    success.
    """


class StandbyAway(psycopg.OperationalError):
    """Commits wait for a standby that does not answer. Nothing of the transaction was kept."""


class SchemaChanged(psycopg.OperationalError):
    """A migration gave a table other columns than those for which this connection had prepared its statement. Nothing of the
    transaction was kept, and the next one is on a connection that knows the table as it is: ask again.
    """


class Connecting(psycopg.AsyncConnection[Any]):
    """A connection that tries a second password when the server refuses the first.

    We replace the application role's password together with the server's secret; meanwhile some processes know the old one and
    some the new one.
    """

    @classmethod
    async def connect(cls, conninfo: str = "", *, spare_password: ConnParam = None, **kwargs: Any) -> Self:
        try:
            connection = await super().connect(conninfo, **kwargs)
        except psycopg.OperationalError:
            if not spare_password:
                raise
            connection = await super().connect(conninfo, **kwargs, password=spare_password)
        living.add(connection)
        return connection


class Connection(Connecting):
    """Notices when Postgres gives up waiting for a synchronous standby: the server sends a warning, then COMMIT."""

    gave_up_waiting = False

    def on_notice(self, notice: psycopg.errors.Diagnostic) -> None:
        """Recognizes the warning by its source function in every server language, or by its English text."""
        if notice.severity_nonlocalized == "WARNING" and (
            notice.source_function == "SyncRepWaitForLSN"
            or "wait for synchronous replication" in (notice.message_primary or "")
        ):
            self.gave_up_waiting = True


Pool = AsyncConnectionPool[Connection]


async def _watch_notices(connection: Connection) -> None:
    connection.add_notice_handler(connection.on_notice)


@contextmanager
def sweeping() -> Iterator[None]:
    """Leaves companies that are being moved out of SYSTEM's transactions, for work that goes over all companies and comes again."""
    token = _SWEEPING.set("on")
    try:
        yield
    finally:
        _SWEEPING.reset(token)


@contextmanager
def working() -> Iterator[None]:
    """Leaves companies that another installation serves out of SYSTEM's transactions, for work that nobody waits for."""
    token = _SWEEPING.set(_SWEEPING.get() or "jobs")
    try:
        yield
    finally:
        _SWEEPING.reset(token)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows a transaction sees. ``companies`` None means all of them."""

    companies: tuple[int, ...] | None
    person_id: UUID | None = None

    def statement(self) -> bytes:
        companies = "*" if self.companies is None else f"{{{','.join(map(str, self.companies))}}}"
        work = _SWEEPING.get()
        leaving_out = f", set_config('retaguarda.sweeping', '{work}', true)" if work else ""
        return (
            sql.SQL("select set_config('retaguarda.companies', {}, true), set_config('retaguarda.person', {}, true)")
            .format(companies, "" if self.person_id is None else str(self.person_id))
            .as_bytes()
        ) + leaving_out.encode()


#: The program itself: sign-in before the person is known, the worker, staff tasks. A test lists each use.
SYSTEM = Scope(companies=None)


#: Who comes is not written down (session_open, key_open): else nobody could read while nothing can be written.
_ONLY_READ = b"set local retaguarda.only_read = 'on'; "
#: Bytes that are given to COPY at once.
_PIECE = 64 * 1024


class Tx:
    """One open transaction. Rows are dictionaries."""

    __slots__ = ("_cursor", "_final_statement", "_standby", "connection")

    def __init__(
        self, connection: Connection, cursor: psycopg.AsyncCursor[Row], standby: StandbyWait | None = None
    ) -> None:
        self.connection, self._standby = connection, standby
        self._final_statement = b""
        # One cursor for all statements: each result is read before the next statement, and a new cursor is expensive.
        self._cursor = cursor

    async def all(self, query: str, params: Params = None) -> list[Row]:
        return await (await self._run(query, params)).fetchall()

    async def one(self, query: str, params: Params = None) -> Row | None:
        return await (await self._run(query, params)).fetchone()

    async def value(self, query: str, params: Params = None) -> Any:
        """Returns the first column of the first row; None without a row."""
        row = await self.one(query, params)
        return None if row is None else next(iter(row.values()))

    async def execute(self, query: str, params: Params = None) -> int:
        """Returns the number of rows affected."""
        return (await self._run(query, params)).rowcount

    async def batches(self, query: str, params: Params = None, size: int = 1_000) -> AsyncIterator[list[Row]]:
        """Streams a query as it sees the data now, ``size`` rows at a time in memory. One stream at a time."""
        await self._run(f"declare batches no scroll cursor for {query}", params)
        while rows := await self.all(f"fetch forward {size} from batches"):
            yield rows
            if len(rows) < size:
                break
        await self._run("close batches", None)

    async def copy_out(self, statement: str, params: Params, target: BinaryIO) -> None:
        """Writes what ``COPY … TO STDOUT`` says to ``target``, however much it is."""
        async with self._cursor.copy(
            cast(LiteralString, statement), None if params is None else _mapping(params)
        ) as copy:
            async for piece in copy:
                target.write(piece)

    async def copy_in(self, statement: str, source: BinaryIO) -> None:
        """Gives ``source``, from its beginning, to ``COPY … FROM STDIN``."""
        source.seek(0)
        async with self._cursor.copy(cast(LiteralString, statement)) as copy:
            while piece := source.read(_PIECE):
                await copy.write(piece)

    async def with_commit(self, query: str, params: Params = None) -> None:
        """Queues a statement behind all others of the transaction; it travels with the commit in one round trip.

        What it locks is held for no longer than the commit takes. Nothing of the transaction sees what it did, and its errors are the commit's.
        """
        quoted = {name: self._literal(value) for name, value in _mapping(params).items()}
        self._final_statement += (query % quoted).encode() + b"; "

    def _literal(self, value: Any) -> str:
        """Quotes a value as the driver would, in half its time; every event and response passes here."""
        if isinstance(value, str):
            if "\0" in value:
                # libpq would end the text there.
                raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
            return Escaping(self.connection.pgconn).escape_literal(value.encode()).decode()
        if isinstance(value, bytes):
            return f"'\\x{value.hex()}'"
        return "null" if value is None else sql.Literal(value).as_string(self.connection)

    async def commit(self) -> None:
        """Commits.

        Raises:
            psycopg.Error: nothing of the transaction was kept.
            StandbyAway: it would wait for a standby for who knows how long.
            Unconfirmed: committed on this server alone; the connection is closed.
        """
        self.connection.gave_up_waiting = False
        standby = self._standby
        try:
            if standby is not None:
                if standby.away and await self._has_written():
                    raise StandbyAway("nothing is written until a standby answers")
                standby.begin(self.connection)
            await self._cursor.execute(self._final_statement + b"commit")
        except psycopg.Error as error:
            await _roll_back(self.connection)
            if standby is not None and standby.gave_up(self.connection):
                raise Unconfirmed("waits for a standby that does not answer") from error
            raise
        finally:
            if standby is not None:
                standby.end(self.connection)
        while self._cursor.nextset():
            pass
        # Postgres responds to COMMIT of a failed transaction with ROLLBACK, and no error.
        if self._cursor.statusmessage != "COMMIT":
            raise psycopg.errors.InFailedSqlTransaction("the transaction had failed and was rolled back")
        if self.connection.gave_up_waiting:
            await self.connection.close()
            raise Unconfirmed("committed here, and not known to be at a standby")

    async def _has_written(self) -> bool:
        """What only reads waits for no standby."""
        return bool(self._final_statement) or await self.value("select pg_current_xact_id_if_assigned() is not null")

    async def _run(self, query: str, params: Params) -> psycopg.AsyncCursor[Row]:
        try:
            return await self._cursor.execute(cast(LiteralString, query), None if params is None else _mapping(params))
        except psycopg.errors.FeatureNotSupported as error:
            # "cached plan must not change result type", in the server's language.
            if error.diag.source_function != "RevalidateCachedQuery":
                raise
            raise SchemaChanged("the schema has changed since this statement was prepared") from error


def _mapping(params: Params) -> Mapping[str, Any]:
    return msgspec.structs.asdict(params) if isinstance(params, msgspec.Struct) else params or {}


class Database:
    """The application's pool. Its connections use the role that cannot bypass row security.

    Args:
        url: the server itself.
        pooler: the same database by way of a pooler in transaction mode, where one is set: each transaction may be on another
            connection of the server, so nothing is kept on a connection.
        wait_s: how long a transaction waits for a connection.
    """

    def __init__(
        self,
        url: str,
        *,
        size: int,
        lock_timeout_ms: int = 5_000,
        statement_timeout_ms: int = 30_000,
        spare_password: str = "",
        pooler: str = "",
        wait_s: float = 10,
    ) -> None:
        limits = {
            "lock_timeout": str(lock_timeout_ms),
            "statement_timeout": str(statement_timeout_ms),
            "timezone": "UTC",
        }
        self._begin = b"begin; "
        if pooler:
            self._begin += b"; ".join(_set_local(name, value) for name, value in limits.items()) + b"; "
            # A pooler refuses options, and what is prepared on one of its connections is not there on the next.
            kept: dict[str, Any] = {"prepare_threshold": None}
        else:
            kept = {"options": " ".join(f"-c {name}={value}" for name, value in limits.items())}
        kept |= {"spare_password": spare_password, **patience(pooler or url)}
        self._pool = _pool(pooler or url, kept, 1, size, wait_s)
        self._side_pool = _pool(pooler or url, kept, 0, SIDE_CONNECTIONS, wait_s)
        self._url, self._spare_password = url, spare_password
        self._standby = StandbyWait(self._connect, pooled=bool(pooler))
        self._watching = list[asyncio.Task[None]]()

    async def open(self, *, wait: bool = True) -> None:
        """``wait`` until the server is there."""
        await self._pool.open(wait=wait, timeout=30)
        await self._side_pool.open()
        self._watching.append(asyncio.create_task(self._standby.watch()))
        if one_of_several_leads(self._url):
            self._watching.append(asyncio.create_task(watch(self._connect)))

    async def _connect(self) -> Connecting:
        return await Connecting.connect(
            self._url, spare_password=self._spare_password, autocommit=True, **patience(self._url)
        )

    async def close(self) -> None:
        for watching in self._watching:
            watching.cancel()
        await self._side_pool.close()
        await self._pool.close()

    @asynccontextmanager
    async def transaction(self, scope: Scope) -> AsyncIterator[Tx]:
        """Opens a transaction in this scope. The block returns only after its commit.

        Raises:
            psycopg.Error: a statement or the commit failed; nothing of the block was kept.
            StandbyAway: nor was it here, for no standby answers.
            Unconfirmed: the block is committed on this server, and not known to be on a standby.
        """
        async with self.begin(scope.statement()) as (tx, _):
            yield tx

    @asynccontextmanager
    async def side_transaction(self, scope: Scope) -> AsyncIterator[Tx]:
        """Opens a short transaction while another one is open, such as to record the progress of long work.

        It uses a pool of its own: waiting for a second connection of the main pool while holding one could deadlock with others
        that do the same.
        """
        async with self.begin(scope.statement(), side=True) as (tx, _):
            yield tx

    @asynccontextmanager
    async def begin(self, opening: bytes, *, side: bool = False) -> AsyncIterator[tuple[Tx, Row | None]]:
        """As transaction(), but ``opening`` sets the scope and also returns one row, in one round trip."""
        pool = self._side_pool if side else self._pool
        begin = self._begin + _ONLY_READ if self._standby.away else self._begin
        connection, cursor, row = await _open_transaction(pool, begin + opening)
        try:
            tx = Tx(connection, cursor, self._standby)
            try:
                yield tx, row
            except SchemaChanged:
                await connection.close()
                await pool.drain()
                raise
            except BaseException:
                await _roll_back(connection)
                raise
            await tx.commit()
        finally:
            await pool.putconn(connection)


def _set_local(name: str, value: str) -> bytes:
    return sql.SQL("set local {} = {}").format(sql.Identifier(name), sql.Literal(value)).as_bytes()


def _pool(url: str, kept: dict[str, Any], smallest: int, largest: int, wait_s: float) -> Pool:
    return AsyncConnectionPool(
        url,
        kwargs={
            "autocommit": True,  # transactions are opened by hand, together with their scope
            "row_factory": dict_row,
            **kept,
        },
        connection_class=Connection,
        configure=_watch_notices,
        min_size=smallest,
        max_size=largest,
        timeout=wait_s,
        max_waiting=1_000,
        max_idle=IDLE_S,
        # Retry at least this often after an outage; psycopg's own waits double up to minutes.
        reconnect_timeout=5,
        open=False,
    )


async def _open_transaction(pool: Pool, opening: bytes) -> tuple[Connection, psycopg.AsyncCursor[Row], Row | None]:
    try:
        return await _open_on(pool, opening)
    except psycopg.OperationalError:
        # The server came back after a crash: the pool still holds connections to the old one.
        await pool.check()
        return await _open_on(pool, opening)


async def _open_on(pool: Pool, opening: bytes) -> tuple[Connection, psycopg.AsyncCursor[Row], Row | None]:
    requested_at = perf_counter()
    connection = await pool.getconn()
    CONNECTION_WAITS.observe(perf_counter() - requested_at)
    try:
        cursor = await connection.execute(opening)
        while cursor.nextset():
            pass
        return connection, cursor, await cursor.fetchone()
    except BaseException:
        await _roll_back(connection)
        await pool.putconn(connection)
        raise


async def _roll_back(connection: psycopg.AsyncConnection[Row]) -> None:
    if not connection.closed:
        await connection.execute("rollback")
