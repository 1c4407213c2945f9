"""Read searches for blind spots."""

from uuid import UUID

import msgspec

from retaguarda.compliance.pld_blind_spots.model import SearchRow
from retaguarda.foundation.database import Row, Tx


async def find_search(tx: Tx, search: UUID | str, *, asked: bool = False) -> SearchRow | None:
    waiting = " and status = 'asked'" if asked else ""
    return _row(await tx.one(f"select * from pld_blind_spot_search where id = %(id)s{waiting}", {"id": str(search)}))


async def search_of(tx: Tx, set_hash: bytes) -> SearchRow | None:
    """The newest search of exactly these rules."""
    return _row(
        await tx.one(
            "select * from pld_blind_spot_search where set_hash = %(hash)s order by number desc limit 1",
            {"hash": set_hash},
        )
    )


def _row(found: Row | None) -> SearchRow | None:
    return None if found is None else msgspec.convert(found, SearchRow)
