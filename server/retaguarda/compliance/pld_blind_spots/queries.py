"""Read searches for blind spots."""

from uuid import UUID

from retaguarda.compliance.pld_blind_spots.model import SearchRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import fetch_one


async def find_search(tx: Tx, search: UUID | str, *, asked: bool = False) -> SearchRow | None:
    waiting = " and status = 'asked'" if asked else ""
    return await fetch_one(
        tx, SearchRow, f"select * from pld_blind_spot_search where id = %(id)s{waiting}", {"id": str(search)}
    )


async def search_of(tx: Tx, set_hash: bytes) -> SearchRow | None:
    """The newest search of exactly these rules."""
    return await fetch_one(
        tx,
        SearchRow,
        "select * from pld_blind_spot_search where set_hash = %(hash)s order by number desc limit 1",
        {"hash": set_hash},
    )


async def of_search(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of a search: the provider's, for staff."""
    if not principal.internal:
        return None
    return None if await find_search(tx, uuid_of(request.path_params["id"])) is None else PROVIDER
