"""One court's order with its holds."""

from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.invite_viewer import write_opening
from retaguarda.compliance.judicial_orders.model import JudicialOrderRecord, OrderEnded
from retaguarda.compliance.judicial_orders.queries import (
    find_order,
    holds_of,
    is_confirmed,
    is_paid,
    order_of,
    payments_of,
    releases_of,
)
from retaguarda.compliance.judicial_orders.tables import ORDERS, READ, SCOPE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import struct_of

MOST = 100


async def _load(tx: Tx, principal: Principal, order: UUID) -> JudicialOrderRecord | None:
    row = await find_order(tx, order)
    if row is None:
        return None
    if row.secret:
        await write_opening(tx, principal, order)
    payments = await payments_of(tx, order)
    paid = is_paid(payments)
    directed = row.directed_by_id not in (None, principal.person_id)
    block = None if row.about is None else await find_order(tx, row.about)
    # Executing an order about another ends that one, which whoever executed it may not.
    earlier = (row.registered_by_id, None if block is None else block.executed_by_id)
    return JudicialOrderRecord(
        **msgspec.structs.asdict(order_of(row)),
        accounts=row.accounts,
        block=None if block is None else struct_of(OrderEnded, block),
        may_execute=row.status == "received" and principal.person_id not in earlier,
        may_withdraw=row.status == "received" and not await is_confirmed(tx, order),
        may_end=row.type == "block"
        and row.status in ("executing", "answered", "expired")
        and row.executed_by_id != principal.person_id,
        may_transfer=row.type == "block"
        and row.status in ("answered", "expired")
        and directed
        and row.executed_by_id != principal.person_id,
        may_pay=row.status == "transferred" and not paid and directed,
        directable=row.type == "block"
        and (row.status in ("executing", "answered", "expired") or (row.status == "transferred" and not paid)),
        found=row.found,
        payments=payments,
        releases=await releases_of(tx, order),
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
