"""What must hold for the data at every moment."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
import psycopg
from psycopg.rows import dict_row

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.keys import Keys


@dataclass(frozen=True, slots=True)
class Invariant:
    """``offenders_sql`` returns the count of offenders; the invariant holds when it is zero."""

    name: str
    description: str
    offenders_sql: str


@dataclass(frozen=True, slots=True)
class SealedInvariant:
    """What must hold of content that the database cannot read: the server's keys open it, one thing after the other.

    Args:
        things_sql: selects the id of each thing.
        thing_sql: selects one of them by %(id)s, with all that is needed to tell.
        offends: whether that row breaks the invariant. What does not open, or is not what it should be, breaks it too.
    """

    name: str
    description: str
    things_sql: str
    thing_sql: str
    offends: Callable[[Keys, Row], bool]

    def breaks(self, keys: Keys, row: Row) -> bool:
        try:
            return self.offends(keys, row)
        except (ValueError, msgspec.DecodeError):
            return True


class _Thing(msgspec.Struct):
    id: UUID


def sealed_offenders(connection: psycopg.Connection[Any], keys: Keys, invariant: SealedInvariant) -> list[UUID]:
    """Returns the ids of the things that break it."""
    found = list[UUID]()
    with connection.cursor(row_factory=dict_row) as cursor:
        for (thing,) in connection.execute(invariant.things_sql.encode()).fetchall():
            row = cursor.execute(invariant.thing_sql.encode(), {"id": thing}).fetchone()
            if row is not None and invariant.breaks(keys, row):
                found.append(thing)
    return found


async def each_sealed(tx: Tx, keys: Keys, invariant: SealedInvariant) -> AsyncIterator[tuple[UUID, bool]]:
    """Tells of one thing after the other whether it breaks the invariant; whoever has no time left stops asking."""
    for thing in msgspec.convert(await tx.all(invariant.things_sql), list[_Thing]):
        row = await tx.one(invariant.thing_sql, thing)
        if row is not None:
            # In a thread, because to open and compare a large one would stop all others meanwhile.
            yield thing.id, await asyncio.to_thread(invariant.breaks, keys, row)
