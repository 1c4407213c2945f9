"""Write the counts and the heartbeat of a process while it runs."""

import asyncio
import logging

import psycopg
from psycopg_pool import PoolTimeout

from retaguarda.availability.count_calls import CallCounts

log = logging.getLogger("retaguarda.availability")

#: How stale counts may be that others see.
SECONDS = 5


async def keep_counts(calls: CallCounts, role: str) -> None:
    """Run until cancelled, and survive outages of the database: the missing heartbeat tells of them."""
    while True:
        try:
            await calls.beat(role)
            await calls.write()
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("the counts of this process: %s", error)
        await asyncio.sleep(SECONDS)
