"""One franchise unit: its owners, contract, budget, accounts and what was paid to it."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.payouts.franchises.model import UnitRecord
from retaguarda.payouts.franchises.queries import (
    destinations_of,
    free_accounts,
    owners_of,
    unit_of,
    unit_row,
    volumes_of,
)
from retaguarda.payouts.franchises.tables import FRANCHISES

WRITE = Permission.PAYOUT_FRANCHISES_WRITE


async def _load(tx: Tx, principal: Principal, unit: UUID) -> UnitRecord | None:
    row = await unit_row(tx, list(principal.companies), unit)
    if row is None:
        return None
    return UnitRecord(
        **msgspec.structs.asdict(unit_of(row)),
        owners=await owners_of(tx, row.company_id, unit),
        destinations=await destinations_of(tx, row.company_id, unit),
        free=await free_accounts(tx, row.company_id) if WRITE in principal.permissions else [],
        volumes=await volumes_of(tx, row.company_id, unit, row.currency),
    )


FRANCHISE_RECORD = Record(
    path=f"{FRANCHISES.path}/{{id:str}}",
    summary="One unit: its owners, contract, budget, accounts and what was paid to it",
    permission=FRANCHISES.permission,
    scope=with_second_factor(MERCHANT),
    answers=UnitRecord,
    load=_load,
)
