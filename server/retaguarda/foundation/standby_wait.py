"""Tells within seconds that a commit waits for a standby that does not answer, and leaves the wait itself alone.

Cancelling it would show others what one machine alone has. So we give up the connection, and the server goes on waiting. As long as it
does, what would write is refused before its commit: its connection is then there for somebody who reads.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any
from weakref import WeakSet

import psycopg

#: Seconds between two looks, and after which a wait is told to whoever waits.
LOOK_S, WAITED_S = 1.0, 6.0

_WAITING = """
    select pid from pg_stat_activity
     where wait_event = 'SyncRep' and usename = current_user and datname = current_database()
       and query_start < clock_timestamp() - make_interval(secs => %s)
"""

Connection = psycopg.AsyncConnection[Any]


class StandbyWait:
    """Watches the commits of one pool.

    Args:
        connect: opens a connection to the server itself.
        pooled: its connections are a pooler's, which the server knows by other numbers.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], *, pooled: bool) -> None:
        self._connect, self._pooled = connect, pooled
        self._begun: dict[Connection, float] = {}
        self._given_up: WeakSet[Connection] = WeakSet()
        #: Commits wait for longer than :data:`WAITED_S`.
        self.away = False

    def begin(self, connection: Connection) -> None:
        """Its commit is sent now."""
        self._begun[connection] = monotonic()

    def end(self, connection: Connection) -> None:
        self._begun.pop(connection, None)

    def gave_up(self, connection: Connection) -> bool:
        """Whether its commit ended here because it waited for too long."""
        return connection in self._given_up

    async def watch(self) -> None:
        """Look out until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self.away or self._late():
                # Who leads may be gone, and somebody else lead by the next look.
                with suppress(psycopg.Error, OSError):
                    await self._look()

    def _late(self) -> list[Connection]:
        before = monotonic() - WAITED_S
        return [connection for connection, since in self._begun.items() if since < before]

    async def _look(self) -> None:
        """Give up what waits, for as long as anything does."""
        connection = await self._connect()
        try:
            while True:
                waiting = {pid for (pid,) in await (await connection.execute(_WAITING, (WAITED_S,))).fetchall()}
                self.away = bool(waiting)
                for late in self._late() if waiting else ():
                    if self._pooled or late.info.backend_pid in waiting:
                        self._give_up(late)
                if not waiting:
                    return
                await asyncio.sleep(LOOK_S)
        finally:
            await connection.close()

    def _give_up(self, connection: Connection) -> None:
        """Who waits sees that the connection has ended; the server sees it when the wait is over."""
        self._given_up.add(connection)
        with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as ended:
            ended.shutdown(socket.SHUT_RDWR)
