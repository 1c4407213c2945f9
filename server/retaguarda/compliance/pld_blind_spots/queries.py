"""Read searches for blind spots, and what was declared not applicable."""

from uuid import UUID

import msgspec

from retaguarda.compliance.pld_blind_spots.model import Exclusion, SearchRow
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.typed_rows import fetch_all


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


async def open_exclusions(tx: Tx, person: UUID | None) -> list[Exclusion]:
    """Return those that are in force or wait for somebody; ``person``: who asks."""
    return await fetch_all(tx, Exclusion, f"{_EXCLUSION} where status in ('proposed', 'in_force')", {"person": person})


async def find_exclusion(tx: Tx, exclusion: UUID, person: UUID | None, *, lock: bool = False) -> Exclusion | None:
    row = await tx.one(
        f"{_EXCLUSION} where id = %(id)s{' for update' if lock else ''}", {"id": exclusion, "person": person}
    )
    return None if row is None else msgspec.convert(row, Exclusion)


_EXCLUSION = """
    select id, code, reason, status, proposed_by, proposed_at, decided_by, decided_at,
           status = 'proposed' and proposer is distinct from %(person)s as may_decide
      from pld_exclusion
"""
