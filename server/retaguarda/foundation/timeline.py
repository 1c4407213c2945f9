"""The timeline of a record: the events about it."""

from collections.abc import Collection
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec

from retaguarda.foundation.database import Params, Tx


class Moment(msgspec.Struct):
    """``kind`` is the name of an event, ``data`` its payload without names and ids."""

    at: datetime
    kind: str
    actor: str
    data: dict[str, Any]


class _Event(Moment):
    """A moment with the transaction that wrote it."""

    xid: str


async def moments_of(tx: Tx, key: Params, *, first: Collection[str] = ()) -> list[Moment]:
    """Returns the newest events of a subject, in chronological order.

    Args:
        key: ``company``, ``subject`` (as in its events) and ``most``, how many.
        first: what somebody asked for. A Command records its own event after those of its effects, in the same transaction;
            whoever reads wants it before them.
    """
    rows = await tx.all(
        "select xid::text, at, name as kind, actor, data from event where company_id = %(company)s and subject_id = %(subject)s"
        " order by id desc limit %(most)s",
        key,
    )
    events = [_Event(**row) for row in reversed(rows)]
    together = groupby(events, key=lambda event: event.xid)
    ordered = (event for _, same in together for event in sorted(same, key=lambda each: each.kind not in first))
    return [Moment(event.at, event.kind, event.actor, event.data) for event in ordered]
