"""Reads lists on a server that follows, once it has all that was committed when the call came in; until then, on the one that leads.

Whoever has just written something sees it: the position in the log is asked of the server that leads, in the transaction that lets the
caller in. Nothing has to be kept of who wrote what, and by way of which process.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

import msgspec
import psycopg
from psycopg import sql
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.metrics import REPLICA_READS
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request

T = TypeVar("T")
Read = Callable[[Tx, Principal], Awaitable[T]]

#: The replica did not answer, or ended what was read there: its log may take away what a long reading still needs.
AWAY = (psycopg.OperationalError, PoolTimeout, TooManyRequests)
#: Seconds for which a call waits until the replica has caught up, and between two looks.
CATCH_UP_S, LOOK_S = 0.2, 0.01
#: Seconds for which nobody asks a replica that was behind, or did not answer.
BEHIND_S, AWAY_S = 2.0, 10.0

# A commit is told once its log is on disk; before that, where synchronous_commit is off. The timeline tells a server that follows the
# one that leads from one that followed another, which was lost, and may be ahead in a log of its own.
_POSITION = """
select current_setting('retaguarda.companies', true) as companies, current_setting('retaguarda.person', true) as person,
       lsn::text as lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
  from (select case when current_setting('synchronous_commit') = 'off'
                    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) here"""
_CAUGHT_UP = """
select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= %(lsn)s::pg_lsn
   and %(timeline)s in ((select timeline_id from pg_control_checkpoint()),
                        (select min_recovery_end_timeline from pg_control_recovery()))"""


class Position(msgspec.Struct, frozen=True):
    """Whose rows a transaction sees, and how far the log was."""

    companies: str
    person: str
    lsn: str
    timeline: int


class Behind(Exception):
    """The replica has not yet what the caller may have seen."""


@dataclass(slots=True)
class Replica:
    """
    Args:
        database: of the server that follows; None where none is set, and all is read on the one that leads.
    """

    database: Database | None
    catch_up_s: float = CATCH_UP_S
    _rests_until: float = 0.0

    async def open(self) -> None:
        """Does not wait: nothing depends on it."""
        if self.database is not None:
            await self.database.open(wait=False)

    async def close(self) -> None:
        if self.database is not None:
            await self.database.close()

    async def read(self, access: Access, request: Request, permission: Permission | None, do: Read[T]) -> T:
        """Lets the caller in as ``access`` does, and reads in their scope, wherever that may be.

        Args:
            do: only reads; it is done once more on the server that leads where the replica ends it.
        """
        async with access.open(request, permission) as (tx, principal):
            if not self.asked():
                return await do(tx, principal)
            position = await position_of(tx)
        try:
            async with self.at(position) as other:
                return await do(other, principal)
        except Behind:
            pass
        except AWAY as error:
            # Too long a query is too long there, too, and is not the replica's fault.
            if isinstance(error, psycopg.errors.QueryCanceled):
                raise
            self._rest("away", AWAY_S)
        async with access.open(request, permission, touch=False) as (tx, principal):
            return await do(tx, principal)

    @asynccontextmanager
    async def reading(
        self, access: Access, request: Request, permission: Permission | None
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """As read(), for long work that cannot be done once more halfway: it fails where the replica ends it, and whoever does it
        again is for a while on the server that leads.
        """
        async with AsyncExitStack() as opened:
            if self.asked():
                async with access.open(request, permission) as (tx, principal):
                    position = await position_of(tx)
                try:
                    other = await opened.enter_async_context(self.at(position))
                except Behind:
                    pass
                except AWAY:
                    self._rest("away", AWAY_S)
                else:
                    try:
                        yield other, principal
                    except AWAY:
                        self._rest("away", AWAY_S)
                        raise
                    return
            yield await opened.enter_async_context(access.open(request, permission))

    def asked(self) -> bool:
        """Whether there is one, and it is not left alone for now."""
        return self.database is not None and time.monotonic() >= self._rests_until

    @asynccontextmanager
    async def at(self, position: Position) -> AsyncIterator[Tx]:
        """Opens a transaction on the replica, in the same scope.

        Raises:
            Behind: it did not catch up in time.
        """
        assert self.database is not None
        opening = sql.SQL(
            "select set_config('retaguarda.companies', {}, true), set_config('retaguarda.person', {}, true)"
        )
        async with self.database.begin(opening.format(position.companies, position.person).as_bytes()) as (tx, _):
            until = time.monotonic() + self.catch_up_s
            while not await tx.value(_CAUGHT_UP, position):
                if time.monotonic() > until:
                    self._rest("behind", BEHIND_S)
                    raise Behind
                await asyncio.sleep(LOOK_S)
            yield tx
        REPLICA_READS.labels("read").inc()

    def _rest(self, outcome: str, seconds: float) -> None:
        REPLICA_READS.labels(outcome).inc()
        self._rests_until = time.monotonic() + seconds


async def position_of(tx: Tx) -> Position:
    """How far the server that leads is, and whose rows this transaction sees."""
    row = await tx.one(_POSITION)
    assert row is not None
    return msgspec.convert(row, Position)
