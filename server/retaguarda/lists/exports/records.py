"""One export of a person."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import OWN
from retaguarda.lists.exports.queries import Export, export_row
from retaguarda.lists.exports.tables import PERMISSION


async def _load(tx: Tx, principal: Principal, export: UUID) -> Export | None:
    row = await export_row(tx, export)
    return None if row is None else Export(**row)


EXPORT_RECORD = Record(
    path="/v1/exports/{id:str}",
    summary="One export: how far it is",
    permission=PERMISSION,
    scope=OWN,
    answers=Export,
    load=_load,
)
