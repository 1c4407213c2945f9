"""Two who meet in the middle: a merchant's account is held, whoever needs it stops there, and goes on when it is let go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from support.charges import Counter

_WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"


class Held:
    """The account 'available' of merchant 2, in nobody's hands but ours."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection

    async def until_waiting(self, many: int) -> None:
        async with asyncio.timeout(10):
            while True:
                found = await (await self._connection.execute(_WAITING)).fetchone()
                # What is seen of others is kept until a transaction ends, unless it is asked for anew.
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
