"""Payload locations as they are read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.payin.locations.model import KINDS, STATUSES, PayloadLocation, PayloadLocationRecord
from retaguarda.payin.qr import draw
from retaguarda.payin.rows import charge_of

LOCATIONS = Table(
    name="payin.locations",
    path="/v1/payin/locations",
    summary="Payload locations and the charges that are found there",
    permission=Permission.PAYIN_PAYMENT_READ,
    source="payload_location l left join charge c on c.company_id = l.company_id and c.id = l.charge_id"
    " left join company k on k.id = l.company_id",
    company="l.company_id",
    key="l.id",
    order_by="created_at",
    columns=(
        Column("id", "l.id", "id", searched=True),
        Column("created_at", "l.created_at", "time", sortable=True),
        Column("name", "l.name", sortable=True),
        Column("kind", "l.kind", "choice", choices=KINDS),
        Column("status", "l.status", "choice", choices=STATUSES),
        Column("number", "l.number", "integer"),
        Column("location", "l.location"),
        Column("charge_id", "l.charge_id", "id"),
        Column("txid", "c.txid", searched=True),
        Column("processor", "l.processor"),
        Column("company_id", "l.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "l.last_error"),
    ),
)

_SEEN = (
    "select l.*, c.txid from payload_location l left join charge c on c.company_id = l.company_id and c.id = l.charge_id"
    " where l.id = %(id)s and l.company_id = any(%(seen)s)"
)


def fields_of(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in PayloadLocation.__struct_fields__}


async def location_of(tx: Tx, companies: list[int], location: UUID, *, lock: bool = False) -> Row | None:
    return await tx.one(_SEEN + (" for update of l" if lock else ""), {"id": location, "seen": companies})


async def location_for_update(tx: Tx, who: Who, path: Mapping[str, str]) -> Row:
    """The location of the chosen merchant, locked until the transaction ends.

    Raises:
        ApiError: 404, also for a location of another merchant.
    """
    row = await location_of(tx, [who.chosen()], uuid_of(path["id"]), lock=True)
    if row is None:
        raise not_found("location")
    return row


async def location_subject(tx: Tx, who: Who, path: Mapping[str, str]) -> PayloadLocation | None:
    """The location that a path names, as a plan compares it."""
    row = await location_of(tx, [who.chosen()], uuid_of(path["id"]))
    return PayloadLocation(**fields_of(row)) if row else None


async def of_location(tx: Tx, who: Who, call: Call) -> int | None:
    """The company of the location that a path names; None when it is not there for the caller."""
    row = await location_of(tx, list(who.companies), uuid_of(call.path_params["id"]))
    return row["company_id"] if row else None


async def _load(tx: Tx, who: Who, location: UUID) -> PayloadLocationRecord | None:
    row = await location_of(tx, list(who.companies), location)
    if row is None:
        return None
    charge = await tx.one("select * from charge where company_id = %(company_id)s and id = %(charge_id)s", row)
    return PayloadLocationRecord(
        **fields_of(row),
        br_code=row["br_code"],
        picture=draw(row["br_code"]).decode() if row["br_code"] else None,
        charge=charge_of(charge) if charge else None,
    )


LOCATION_RECORD = Record(
    path="/v1/payin/locations/{id:str}",
    summary="One payload location: its code, and the charge that is found there",
    permission=Permission.PAYIN_PAYMENT_READ,
    answers=PayloadLocationRecord,
    load=_load,
)
