"""The timeline of a record: the events about it."""

from datetime import datetime
from typing import Any

import msgspec

from retaguarda.foundation.database import Params, Tx


class Moment(msgspec.Struct):
    """``kind`` is the name of an event, ``data`` its payload without names and ids."""

    at: datetime
    kind: str
    actor: str
    data: dict[str, Any]


async def moments_of(tx: Tx, key: Params) -> list[Moment]:
    """Returns the newest events of a subject, in chronological order.

    Args:
        key: ``company``, ``subject`` (as in its events) and ``most``, how many.
    """
    rows = await tx.all(
        "select at, name, actor, data from event where company_id = %(company)s and subject_id = %(subject)s"
        " order by id desc limit %(most)s",
        key,
    )
    return [Moment(row["at"], row["name"], row["actor"], row["data"]) for row in reversed(rows)]
