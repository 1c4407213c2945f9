"""The lane of a processor: asks it about the orders that are due, a few each second."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Scope
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.watch_orders import queue_lane, rest_lane, start_lanes, take_due

log = logging.getLogger("retaguarda.jobs")

#: Orders that one processor is asked about in a second.
A_SECOND = 5
#: Seconds after which a lane lets another worker go on; shorter than a worker that stops waits for its jobs.
RUN_SECONDS = 10
#: Longest rest of a lane, in seconds, whatever its processor asks for.
LONGEST_REST = 300


@dataclass(frozen=True, slots=True)
class Lanes:
    """``wait`` and ``clock``: of the seconds in which questions are counted."""

    sending: Sending
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic

    async def start(self) -> None:
        """Start the lanes with open orders that nothing runs, as after a crash."""
        async with self.sending.payout_client.database.transaction(SYSTEM) as tx:
            await start_lanes(tx, self.sending.queue)

    async def run(self, processor: str) -> None:
        """Ask about the due orders of a processor, and queue this lane again while it has open ones.

        One run at a time: its job is queued with the processor's lock. A run that fails is over, and the next one queued: tried again
        by the queue it would hold up its followers for minutes.
        """
        rest = 0.0
        try:
            rest = await self._ask_due(processor)
        except Exception:
            log.exception("the lane of %s could not ask; it goes on in a moment", processor)
        async with self.sending.payout_client.database.transaction(SYSTEM) as tx:
            if rest:
                await rest_lane(tx, processor, rest)
            await queue_lane(tx, self.sending.queue, processor)

    async def _ask_due(self, processor: str) -> float:
        """Return for how many seconds the processor wants to be left alone."""
        until, rest = self.clock() + RUN_SECONDS, 0.0
        while not rest and self.clock() < until:
            began = self.clock()
            async with self.sending.payout_client.database.transaction(SYSTEM) as tx:
                orders = await take_due(tx, processor, A_SECOND)
            rest = max(await asyncio.gather(*(self._ask(order) for order in orders)), default=0.0)
            if len(orders) < A_SECOND:
                break
            await self.wait(max(0.0, began + 1 - self.clock()))
        return rest

    async def _ask(self, order: PayoutOrderRow) -> float:
        """Ask about one order, and return for how many seconds its processor wants to be left alone."""
        try:
            async with self.sending.payout_client.database.transaction(Scope((order.company_id,))) as tx:
                row = await tx.one(
                    "select * from payout where company_id = %(company_id)s and id = %(payout_id)s", order
                )
            assert row is not None
            still = await self.sending.follow(row, order, first=False)
        except Exception:
            # One order that cannot be asked about does not hold up the others; it is due again once nobody has it.
            log.exception("order %s was not asked about", order.id)
            return 0.0
        return 0.0 if still is None else min(still.wait, LONGEST_REST)
