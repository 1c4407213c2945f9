"""Reads archived months."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.archive.model import ArchivedMonth

#: Months of twenty years.
MOST = 240
_MONTHS = (
    "select m.id, to_char(m.month, 'YYYY-MM') as month, m.messages, m.written_at, m.status, m.asked_at, m.asked_by, m.agreed_at,"
    " m.agreed_by, m.dropped_at, m.last_error, coalesce(m.asked_by_id = %(person)s, false) as mine from archived_month m"
)


async def load_months(tx: Tx, person: UUID | None) -> list[ArchivedMonth]:
    return await fetch_all(tx, ArchivedMonth, f"{_MONTHS} order by m.month desc limit {MOST}", {"person": person})


async def load_month(tx: Tx, month: UUID, person: UUID | None) -> ArchivedMonth | None:
    return await fetch_one(tx, ArchivedMonth, f"{_MONTHS} where m.id = %(id)s", {"id": month, "person": person})


async def month_for_update(tx: Tx, person: UUID | None, path: Mapping[str, str]) -> ArchivedMonth:
    """
    Raises:
        ApiError: 404.
    """
    found = await fetch_one(
        tx, ArchivedMonth, f"{_MONTHS} where m.id = %(id)s for update", {"id": path_id(path), "person": person}
    )
    if found is None:
        raise not_found("month")
    return found


async def month_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ArchivedMonth | None:
    """The month of the path, as a plan compares it: without moments, which would make every plan differ."""
    found = await load_month(tx, path_id(path), principal.person_id)
    return None if found is None else msgspec.structs.replace(found, asked_at=None, agreed_at=None, dropped_at=None)


class DroppedMonth(msgspec.Struct, frozen=True):
    """``manifest``: SHA-256 of the manifest that was there when the month was archived."""

    month: str
    manifest: bytes


async def dropped_months(tx: Tx, since: datetime) -> list[DroppedMonth]:
    """Months that were dropped, from that of this moment on: what was said of something made then may be in the archive alone."""
    return await fetch_all(tx, DroppedMonth, "select month, manifest from dropped_months(%(since)s)", {"since": since})
