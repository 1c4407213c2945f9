"""What happened to a thing, as its record tells it: the events about it."""

from datetime import datetime
from typing import Any

import msgspec

from retaguarda.foundation.database import Params, Tx


class Moment(msgspec.Struct):
    """``kind`` is the name of an event, ``data`` what it tells beside names and ids."""

    at: datetime
    kind: str
    actor: str
    data: dict[str, Any]


async def moments_of(tx: Tx, key: Params) -> list[Moment]:
    """The newest moments of a subject, in the order of time.

    Args:
        key: ``company``, ``subject`` (as its events name it) and the ``most`` moments.
    """
    rows = await tx.all(
        "select at, name, actor, data from event where company_id = %(company)s and subject_id = %(subject)s"
        " order by id desc limit %(most)s",
        key,
    )
    return [Moment(row["at"], row["name"], row["actor"], row["data"]) for row in reversed(rows)]
