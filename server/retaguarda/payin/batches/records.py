"""The Record of one batch with its lines."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present
from retaguarda.payin.batches.model import BatchRecord, DeniedLine
from retaguarda.payin.batches.parse_table import format_lines
from retaguarda.payin.batches.queries import OPEN, batch_fields
from retaguarda.payin.rows import ChargeBatchRow, ChargeRow
from retaguarda.providers.pix.money import amount_text

#: Denied lines in the record; the text has all of them.
MOST = 50


class _Batch(ChargeBatchRow, frozen=True, kw_only=True):
    #: Charges paid, and open; and what was received.
    paid: int
    open: int
    received: int


async def _load(tx: Tx, principal: Principal, batch: UUID) -> BatchRecord | None:
    row = await fetch_one(
        tx,
        _Batch,
        "select b.*, p.* from charge_batch b cross join lateral"
        " (select count(*) filter (where c.paid > 0) as paid, coalesce(sum(c.paid), 0)::bigint as received,"
        f" count(*) filter (where {OPEN}) as open from charge c"
        "   where c.company_id = b.company_id and c.batch = b.id) p"
        " where b.id = %(id)s and b.company_id = any(%(seen)s)",
        {"id": batch, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    denied = await fetch_all(
        tx,
        ChargeRow,
        "select * from charge where company_id = %(company_id)s and batch = %(id)s and status = 'failed' order by batch_line",
        row,
    )
    return BatchRecord(
        **batch_fields(row),
        paid=row.paid,
        open=row.open,
        received=Money(row.received, row.currency),
        denied_lines=[
            DeniedLine(
                each.id,
                present(each.batch_line),
                present(each.payer_name),
                Money(each.amount, each.currency),
                each.last_error,
            )
            for each in denied[:MOST]
        ],
        denied_text=format_lines(
            [
                each.payer_name or "",
                each.payer_document or "",
                amount_text(each.amount),
                present(each.due_date).isoformat(),
                each.description or "",
                each.reference or "",
                each.last_error or "",
            ]
            for each in denied
        ),
    )


BATCH_RECORD = Record(
    path="/v1/payin/batches/{id:str}",
    summary="One batch: how far it is, what was paid of it, which lines were refused",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=BatchRecord,
    load=_load,
)
