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


async def moments_of(tx: Tx, key: Params, *, first: Collection[str] = ()) -> list[Moment]:
    """Returns the newest events of a subject, in chronological order.

    Args:
        key: ``company``, ``subject`` (as in its events) and ``most``, how many.
        first: what somebody asked for. A Command records its own event after those of its effects, in the same transaction;
            whoever reads wants it before them.
    """
    rows = await tx.all(
        "select xid::text, at, name, actor, data from event where company_id = %(company)s and subject_id = %(subject)s"
        " order by id desc limit %(most)s",
        key,
    )
    together = groupby(reversed(rows), key=lambda row: row["xid"])
    ordered = (row for _, same in together for row in sorted(same, key=lambda each: each["name"] not in first))
    return [Moment(row["at"], row["name"], row["actor"], row["data"]) for row in ordered]
