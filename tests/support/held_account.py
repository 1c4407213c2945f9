"""Makes two writers collide: one test transaction locks a merchant's account, others block on it until it is released."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from support.charges import Counter

_WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"


class Held:
    """The account 'available' of merchant 2, locked by this connection."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection

    async def until_waiting(self, many: int) -> None:
        async with asyncio.timeout(10):
            while True:
                found = await (await self._connection.execute(_WAITING)).fetchone()
                # Statistics are cached until the transaction ends, unless the snapshot is cleared.
                await self._connection.execute("select pg_stat_clear_snapshot()")
                if found is not None and found[0] >= many:
                    return

    async def let_go(self) -> None:
        await self._connection.rollback()


@asynccontextmanager
async def holding(counter: Counter) -> AsyncIterator[Held]:
    async with await psycopg.AsyncConnection.connect(counter.url) as connection:
        await connection.execute(
            "select from ledger_account where company_id = 2 and code = 'available' and currency = 'BRL' for update"
        )
        yield Held(connection)
