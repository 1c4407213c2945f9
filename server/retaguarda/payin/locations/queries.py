"""Reads and locks rows of payload locations and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one, struct_fields
from retaguarda.payin.locations.model import PayloadLocation
from retaguarda.payin.rows import PayloadLocationRow

_SEEN = (
    "select l.*, c.txid from payload_location l left join charge c on c.company_id = l.company_id and c.id = l.charge_id"
    " where l.id = %(id)s and l.company_id = any(%(seen)s)"
)


class SeenLocation(PayloadLocationRow, frozen=True, kw_only=True):
    """A location with the txid of its charge."""

    txid: str | None


def fields_of(row: SeenLocation) -> dict[str, Any]:
    return struct_fields(PayloadLocation, row)


async def location_of(tx: Tx, companies: list[int], location: UUID, *, lock: bool = False) -> SeenLocation | None:
    return await fetch_one(
        tx, SeenLocation, _SEEN + (" for update of l" if lock else ""), {"id": location, "seen": companies}
    )


async def location_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> SeenLocation:
    """Return the chosen merchant's location, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await location_of(tx, [principal.chosen()], path_id(path), lock=True)
    if row is None:
        raise not_found("location")
    return row


async def location_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayloadLocation | None:
    """Return the location of the path, as a plan compares it."""
    row = await location_of(tx, [principal.chosen()], path_id(path))
    return PayloadLocation(**fields_of(row)) if row else None


async def of_location(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the location in the path; None where the principal does not see it."""
    row = await location_of(tx, list(principal.companies), uuid_of(request.path_params["id"]))
    return row.company_id if row else None
