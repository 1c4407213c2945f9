"""The Record of one lot with its lines and how they ended."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.typed_rows import fetch_all, struct_of
from retaguarda.payouts.lots.model import LotRecord, LotRecordLine
from retaguarda.payouts.lots.queries import of_lot
from retaguarda.payouts.lots.tables import LOTS, READ

ONE = with_second_factor(of_subject(of_lot, any_account=True))
_LOT = """
    select m.*, p.name as processor, coalesce(m.last_error, m.refusal) as last_error
      from payout_lot m join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id
     where m.id = %(id)s and m.company_id = any(%(seen)s)
"""
_LINES = """
    select l.number, l.merchant_id, k.name as merchant, l.payout_id, l.order_number, l.bank_ref, t.holder_name as payee, l.amount, l.currency,
           l.outcome, l.bank_state, o.code
      from payout_lot_line l join payout t on t.company_id = l.merchant_id and t.id = l.payout_id
      join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id join company k on k.id = l.merchant_id
     where l.company_id = %(company_id)s and l.lot_id = %(id)s order by l.number
"""


async def _load(tx: Tx, principal: Principal, lot: UUID) -> LotRecord | None:
    row = await tx.one(_LOT, {"id": lot, "seen": list(principal.companies)})
    if row is None:
        return None
    return struct_of(LotRecord, row, shown=await fetch_all(tx, LotRecordLine, _LINES, row))


LOT_RECORD = Record(
    path=f"{LOTS.path}/{{id:str}}",
    summary="One lot: its lines, when it was released, and what the bank says of each",
    permission=READ,
    scope=ONE,
    answers=LotRecord,
    load=_load,
)
