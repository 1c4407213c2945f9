"""Reads the events for a consumer that must not hold a transaction with a number while it works, because it waits for somebody
outside: a transaction that has written or locked rows holds back every other consumer (events.consume).

It takes an advisory lock, which costs no transaction number, and moves its position in the last statement.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import BEGIN, NEWEST, NEXT, SCANNED, Event, names_array
from retaguarda.foundation.typed_rows import fetch_all, fetch_one


class Position(msgspec.Struct, frozen=True):
    """The place of an event among all of them; a consumer's is that of the last event it has done with."""

    xid: str
    id: int


async def begin_reader(database: Database, name: str) -> None:
    """Gives the consumer a position before the first event, unless it has one."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(BEGIN, {"name": name})


async def lock_reader(tx: Tx, name: str) -> bool:
    """Returns whether the consumer is this transaction's until it ends; False: another process runs it."""
    return await tx.value(
        "select pg_try_advisory_xact_lock(hashtext('event_reader'), hashtext(%(name)s))", {"name": name}
    )


async def position_of(tx: Tx, name: str) -> Position | None:
    return await fetch_one(tx, Position, "select xid::text, id from event_reader where name = %(name)s", {"name": name})


async def newest(tx: Tx) -> Position | None:
    """Returns the place of the newest event that is settled."""
    return await fetch_one(tx, Position, f"select n.xid::text, n.id from {NEWEST} n")


async def position_before(tx: Tx, since: int | datetime) -> Position | None:
    """Returns the place right before the event of this number, or before the first event since this moment; None: there is
    none."""
    which = "e.id = %(since)s" if isinstance(since, int) else "e.at >= %(since)s"
    return await fetch_one(
        tx,
        Position,
        f"select e.xid::text, e.id - 1 as id from event e where {which} order by e.xid, e.id limit 1",
        {"since": since},
    )


async def read_after(tx: Tx, position: Position, names: frozenset[str]) -> tuple[Sequence[Event], Position]:
    """Returns the next settled events of these names, and the place up to which it has looked."""
    scanned = await fetch_all(
        tx,
        Event,
        NEXT,
        {"xid": position.xid, "id": position.id, "names": names_array(names), "most": SCANNED},
    )
    if not scanned:
        return [], position
    return [event for event in scanned if event.name in names], place_of(scanned[-1])


def place_of(event: Event) -> Position:
    return Position(event.xid, event.id)


async def move_with_commit(tx: Tx, name: str, position: Position) -> None:
    """Moves the consumer in the statement that commits, so that the transaction has a number for that moment only."""
    await tx.with_commit(
        "update event_reader set xid = %(xid)s::xid8, id = %(id)s, updated_at = now() where name = %(name)s",
        {"xid": position.xid, "id": position.id, "name": name},
    )
