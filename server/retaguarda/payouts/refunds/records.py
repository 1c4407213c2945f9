"""One return of a payment."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.refunds.model import PayoutReturned
from retaguarda.payouts.refunds.tables import RETURNED, SOURCE
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT


class _Row(msgspec.Struct):
    """Sums in minor units."""

    id: str
    payment_id: UUID
    company_id: int
    amount: int
    sent: int
    fee: int
    returned_at: datetime
    booked_at: datetime
    holder_name: str
    end_to_end_id: str | None
    source: str
    reason: str | None
    claim_id: UUID | None


async def _load(tx: Tx, principal: Principal, rtr_id: str) -> PayoutReturned | None:
    found = await tx.one(_ONE, {"id": rtr_id, "seen": list(principal.companies)})
    if found is None:
        return None
    row = msgspec.convert(found, _Row)
    return PayoutReturned(
        id=row.id,
        payment_id=row.payment_id,
        company_id=row.company_id,
        amount=Money(row.amount, PIX_CURRENCY),
        payment_amount=Money(row.sent, PIX_CURRENCY),
        part=row.amount < row.sent,
        fee_kept=Money(row.fee, PIX_CURRENCY),
        returned_at=row.returned_at,
        booked_at=row.booked_at,
        holder_name=row.holder_name,
        end_to_end_id=row.end_to_end_id,
        source=row.source,
        reason=row.reason,
        claim_id=row.claim_id,
    )


_ONE = f"""
    select r.rtr_id as id, r.payout_id as payment_id, r.company_id, r.amount, t.amount as sent,
           case when t.fee_back and t.returned = t.amount then 0 else t.fee end as fee, r.returned_at,
           r.booked_at, t.holder_name, t.end_to_end_id, {SOURCE} as source, r.reason, c.id as claim_id
      from {RETURNED} where r.rtr_id = %(id)s and r.company_id = any(%(seen)s)
"""

RETURN_RECORD = Record(
    path="/v1/payouts/returns/{id:str}",
    summary="What came back of a payment",
    permission=Permission.PAYOUT_REFUND_READ,
    scope=FACTOR_MERCHANT,
    answers=PayoutReturned,
    load=_load,
    key=str,
)
