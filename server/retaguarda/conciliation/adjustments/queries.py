"""Load adjustments of every merchant."""

from uuid import UUID

import msgspec

from retaguarda.conciliation.adjustments.model import Adjustment
from retaguarda.foundation.database import Row, Tx

SOURCE = "(select * from merchant_note where status <> 'draft') n join company k on k.id = n.company_id"
SELECT = f"select n.*, n.company_id as merchant_id, k.name as merchant_name from {SOURCE} where n.id = %(id)s"


def adjustment_of(row: Row) -> Adjustment:
    return msgspec.convert(row | {"amount": {"amount": row["amount"], "currency": row["currency"]}}, Adjustment)


async def find_adjustment(tx: Tx, adjustment: UUID) -> Adjustment | None:
    row = await tx.one(SELECT, {"id": adjustment})
    return None if row is None else adjustment_of(row)
