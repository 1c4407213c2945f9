"""One court's order with its holds."""

from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.model import JudicialOrderRecord
from retaguarda.compliance.judicial_orders.queries import find_order, holds_of, order_of
from retaguarda.compliance.judicial_orders.tables import ORDERS, READ, SCOPE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of

MOST = 100


async def _load(tx: Tx, principal: Principal, order: UUID) -> JudicialOrderRecord | None:
    row = await find_order(tx, order)
    if row is None:
        return None
    return JudicialOrderRecord(
        **msgspec.structs.asdict(order_of(row)),
        accounts=row.accounts,
        may_execute=row.status == "received" and row.registered_by_id != principal.person_id,
        may_end=row.status in ("executing", "answered") and row.executed_by_id != principal.person_id,
        holds=await holds_of(tx, order),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(order), "most": MOST}),
    )


ORDER_RECORD = Record(
    path=f"{ORDERS.path}/{{id:str}}",
    summary="One court's order: what it asks for, what is held, and who did what",
    permission=READ,
    scope=SCOPE,
    answers=JudicialOrderRecord,
    load=_load,
)
