"""Sends events again that were sent before, from an event or a moment up to the position of the feed.

The feed itself waits meanwhile, so that a company's events stay in one order; it goes on where it was.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime

import msgspec

from retaguarda.feed.model import NAMES
from retaguarda.feed.send_events import CHUNK, READER, Feed
from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.event_positions import lock_reader, place_of, position_before, position_of, read_after
from retaguarda.foundation.ids import uuid7

#: The worker lets go of the feed after each batch.
WAIT_SECONDS = 60.0
LOOK_SECONDS = 0.05


class NothingToReplay(Exception):
    """``str()`` says why."""


class Replayed(msgspec.Struct, frozen=True):
    """``last``: the number of the last event that was sent again; None: there was none to send."""

    events: int
    last: int | None


async def replay(feed: Feed, since: int | datetime, progress: Callable[[Replayed], None]) -> Replayed:
    """``since`` is the number of an event, or a moment. ``progress`` gets what is sent and acknowledged, again and again.

    Raises:
        NothingToReplay
        FeedUnavailable: the last ``progress`` says from where to go on.
    """
    run = f"/replay-{uuid7()}"
    # The lock alone: a transaction without a number, which holds nobody back however long it takes.
    async with feed.database.transaction(SYSTEM) as tx:
        await _lock(tx)
        end = await position_of(tx, READER)
        if end is None:
            raise NothingToReplay("nothing was sent yet: the worker sends from the first event on")
        position = await position_before(tx, since)
        if position is None:
            raise NothingToReplay("there is no such event")
        replayed = Replayed(0, None)
        while True:
            events, looked = await read_after(tx, position, NAMES)
            due = [event for event in events if _order(event.xid, event.id) <= _order(end.xid, end.id)]
            for start in range(0, len(due), CHUNK):
                chunk = due[start : start + CHUNK]
                await feed.send(chunk, run)
                replayed = Replayed(replayed.events + len(chunk), place_of(chunk[-1]).id)
                progress(replayed)
            if looked == position or _order(looked.xid, looked.id) >= _order(end.xid, end.id):
                return replayed
            position = looked


async def _lock(tx: Tx) -> None:
    for _ in range(int(WAIT_SECONDS / LOOK_SECONDS)):
        if await lock_reader(tx, READER):
            return
        await asyncio.sleep(LOOK_SECONDS)
    raise NothingToReplay(f"the feed did not pause within {WAIT_SECONDS:.0f} seconds: another replay runs")


def _order(xid: str, number: int) -> tuple[int, int]:
    return int(xid), number
