"""Sends the events, batch after batch, from the position of the feed on.

Whoever takes them may be slow or away: nothing here holds a row or a transaction number meanwhile, so nobody waits for it.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import psycopg
from psycopg_pool import PoolTimeout

from retaguarda.feed.model import NAMES
from retaguarda.feed.write_message import message_of
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.event_positions import (
    begin_reader,
    lock_reader,
    move_with_commit,
    place_of,
    position_of,
    read_after,
)
from retaguarda.foundation.events import Event
from retaguarda.providers.feed.port import FeedPort, FeedUnavailable

log = logging.getLogger("retaguarda.feed")

#: The name of its position; also in the metrics.
READER = "feed"
#: Messages between two looks at the time.
CHUNK = 50
#: A batch ends after this long, acknowledged or not: its connection of the pool is wanted by others.
BATCH_SECONDS = 5.0
IDLE_SECONDS = 0.2
#: Waits after a failure double up to this.
LONGEST_WAIT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Feed:
    """``source`` is this installation's address; ``personal``: with who did it, and what people wrote."""

    database: Database
    port: FeedPort
    source: str
    personal: bool = False

    async def run(self) -> None:
        """Runs until cancelled, and survives outages of the database and of whoever takes the events."""
        wait = IDLE_SECONDS
        try:
            while True:
                try:
                    sent = await self.send_batch()
                    wait = IDLE_SECONDS
                    if sent:
                        continue
                except FeedUnavailable as error:
                    wait = min(wait * 2, LONGEST_WAIT_SECONDS)
                    log.warning("the feed waits: %s", error)
                except (psycopg.Error, PoolTimeout) as error:
                    wait = min(wait * 2, LONGEST_WAIT_SECONDS)
                    log.warning("the feed has no database: %s", error)
                await asyncio.sleep(wait)
        finally:
            await self.port.close()

    async def send_batch(self) -> int:
        """Sends what comes next, and returns how many events it got over, those that do not leave included.

        Raises:
            FeedUnavailable: the position stands behind the last event that was acknowledged.
        """
        failure: FeedUnavailable | None = None
        async with self.database.transaction(SYSTEM) as tx:
            if not await lock_reader(tx, READER):
                return 0
            position = await position_of(tx, READER)
            events, end = ([], None) if position is None else await read_after(tx, position, NAMES)
            if end == position and position is not None:
                return 0
            started = time.monotonic()
            sent = 0
            while sent < len(events) and failure is None and (not sent or time.monotonic() - started < BATCH_SECONDS):
                chunk = events[sent : sent + CHUNK]
                try:
                    await self.send(chunk)
                    sent += len(chunk)
                except FeedUnavailable as error:
                    sent, failure = sent + error.taken, error
            if end is not None and (sent or not events):
                await move_with_commit(tx, READER, end if sent == len(events) else place_of(events[sent - 1]))
        if end is None:
            await begin_reader(self.database, READER)
        if failure is not None:
            raise failure
        return max(sent, 1)

    async def send(self, events: Sequence[Event], suffix: str = "") -> None:
        """``suffix``, after the key of each message: a receiver that knows the keys takes them once more."""
        messages = [message_of(event, self.source, personal=self.personal) for event in events]
        if suffix:
            messages = [msgspec.structs.replace(each, key=each.key + suffix) for each in messages]
        await self.port.send(messages)
