"""One operation: how its price came about, whom it is for, and what happened to it."""

from uuid import UUID

import msgspec

from retaguarda.exchange.evaluate_price import convert
from retaguarda.exchange.operations.model import OperationRecord
from retaguarda.exchange.operations.queries import find_operation, inside_of, operation_of
from retaguarda.exchange.operations.tables import OPERATIONS, READ
from retaguarda.exchange.postings import sign_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of

MOST = 100


async def _load(tx: Tx, principal: Principal, operation: UUID) -> OperationRecord | None:
    row = await find_operation(tx, list(principal.companies), operation)
    if row is None:
        return None
    moments = await moments_of(tx, {"company": row.company_id, "subject": str(operation), "most": MOST})
    spread = sign_of(row.direction) * (
        row.price - convert(row.foreign_amount, row.ptax, row.currency, row.home_currency)
    )
    if not principal.internal:
        # Which of the provider's people acted is not the merchant's.
        moments = [msgspec.structs.replace(each, actor="") for each in moments]
    return OperationRecord(
        **msgspec.structs.asdict(operation_of(row, principal)),
        reverses=row.reverses,
        reversed_by=row.reversed_by,
        inside=await inside_of(tx, row, spread) if principal.internal else None,
        timeline=moments,
    )


OPERATION_RECORD = Record(
    path=f"{OPERATIONS.path}/{{id:str}}",
    summary="One operation of exchange: its price line by line, client and counterparty, what happened",
    permission=READ,
    scope=MERCHANT,
    answers=OperationRecord,
    load=_load,
)
