"""One import: how far it is, and what its rows would do."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payouts.payees.imports.model import PayeeImport
from retaguarda.payouts.payees.imports.queries import find_import
from retaguarda.payouts.payees.imports.tables import IMPORTS
from retaguarda.payouts.payees.tables import SCOPE, WRITE


async def _load(tx: Tx, principal: Principal, number: UUID) -> PayeeImport | None:
    return await find_import(tx, list(principal.companies), number)


IMPORT_RECORD = Record(
    path=f"{IMPORTS.path}/{{id:str}}",
    summary="One table of payees: how far it is, and what its rows would do",
    permission=WRITE,
    scope=SCOPE,
    answers=PayeeImport,
    load=_load,
)
