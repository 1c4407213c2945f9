"""What happens by itself: refunds and orders end, notices are delivered. All of it is in tables and survives a kill."""

import asyncio
import contextlib
import logging
from datetime import datetime, timedelta

import httpx
import psycopg
from psycopg_pool import PoolTimeout

from retaguarda_sandbox import payouts, received, webhooks
from retaguarda_sandbox.core import Sandbox
from retaguarda_sandbox.store import Connection, Row, all_rows, one

_LOG = logging.getLogger(__name__)
_AT_ONCE = 16
_ATTEMPTS = 12
_LONGEST_WAIT = timedelta(hours=1)
#: A delivery under way when the process dies is tried again after this.
_LEASE = timedelta(seconds=30)


class Courier:
    """Runs until cancelled. ``wake`` makes it look at once; otherwise it sleeps until something is due."""

    def __init__(self, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._work = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()
        self._http = httpx.AsyncClient(transport=transport, timeout=10.0, trust_env=False)

    def wake(self) -> None:
        self._work.set()

    async def run(self, sandbox: Sandbox) -> None:
        try:
            while True:
                self._work.clear()
                try:
                    wait = await self._round(sandbox)
                except (psycopg.OperationalError, PoolTimeout) as error:
                    _LOG.warning("the sandbox's database is away: %s", error)
                    wait = 1.0
                # Not wait_for(): in Python 3.11 it may lose a cancellation that meets the event.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._work.wait()
        finally:
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)
            await self._http.aclose()

    async def _round(self, sandbox: Sandbox) -> float:
        """Does what is due and answers the seconds until the next thing is."""
        async with sandbox.store.transaction() as connection:
            await _end_refunds(connection, sandbox)
            if sandbox.settings.tells_of_payouts:
                await payouts.end_due(connection, sandbox)
            claimed = await _claim(connection, sandbox.now(), _AT_ONCE - len(self._under_way))
            due = await one(
                connection,
                """
                select min(at) as at from (
                    select min(due_at) as at from sandbox.delivery where state = 'waiting'
                    union all
                    select min(settles_at) from sandbox.refund where status = 'EM_PROCESSAMENTO'
                    union all
                    select min(settles_at) from sandbox.payout where status = 'EM_PROCESSAMENTO' and %(told)s
                ) due
                """,
                told=sandbox.settings.tells_of_payouts,
            )
        for delivery in sorted(claimed, key=lambda row: row["id"]):
            task = asyncio.create_task(self._deliver(sandbox, delivery))
            self._under_way.add(task)
            task.add_done_callback(self._done)
        if due is None or due["at"] is None:
            return 60.0
        if len(self._under_way) >= _AT_ONCE:
            return 60.0  # a delivery that ends wakes us
        return min(max((due["at"] - sandbox.now()).total_seconds(), 0.0), 60.0)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self.wake()

    async def _deliver(self, sandbox: Sandbox, delivery: Row) -> None:
        error = ""
        try:
            answer = await self._http.post(delivery["url"], json=delivery["body"])
            if not answer.is_success:
                error = f"answered {answer.status_code}"
        except (httpx.HTTPError, httpx.InvalidURL) as failure:
            error = f"{type(failure).__name__}: {failure}"
        attempts = delivery["attempts"]
        again = timedelta(seconds=sandbox.settings.webhook_retry_seconds) * 2 ** (attempts - 1)
        state = "delivered" if not error else "waiting" if attempts < _ATTEMPTS else "given_up"
        try:
            async with sandbox.store.transaction() as connection:
                await connection.execute(
                    """
                    update sandbox.delivery set state = %(state)s, last_error = %(error)s, due_at = %(due_at)s
                    where id = %(id)s
                    """,
                    {
                        "state": state,
                        "error": error or None,
                        "due_at": sandbox.now() + min(again, _LONGEST_WAIT),
                        "id": delivery["id"],
                    },
                )
        except (psycopg.OperationalError, PoolTimeout) as failure:
            _LOG.warning("delivery %s will be made again: %s", delivery["id"], failure)


async def _end_refunds(connection: Connection, sandbox: Sandbox) -> None:
    ended = await all_rows(
        connection,
        """
        update sandbox.refund
        set status = outcome,
            liquidacao = case when outcome = 'DEVOLVIDO' then %(now)s::timestamptz end,
            motivo = case when outcome = 'DEVOLVIDO' then null else 'Devolução não realizada pelo SPI.' end
        where status = 'EM_PROCESSAMENTO' and settles_at <= %(now)s
        returning end_to_end_id
        """,
        now=sandbox.now(),
    )
    if not ended:
        return
    rows = await all_rows(
        connection,
        "select * from sandbox.pix where end_to_end_id = any(%(ids)s) order by end_to_end_id",
        ids=[row["end_to_end_id"] for row in ended],
    )
    for view in await received.shown(connection, rows):
        await webhooks.tell(connection, sandbox, view)


async def _claim(connection: Connection, now: datetime, room: int) -> list[Row]:
    """Deliveries that are due; until the lease ends no other courier takes them."""
    return await all_rows(
        connection,
        """
        update sandbox.delivery set attempts = attempts + 1, due_at = %(lease)s
        where id in (select id from sandbox.delivery where state = 'waiting' and due_at <= %(now)s
                     order by due_at, id limit %(room)s for update skip locked)
        returning *
        """,
        now=now,
        lease=now + _LEASE,
        room=max(room, 0),
    )
