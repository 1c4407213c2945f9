"""The Record of one processor that pays, with its requests of a day, latest failures and open orders."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payouts.processors.model import PayoutProcessorRecord, ProcessorLot
from retaguarda.payouts.processors.queries import processor_fields, processor_row
from retaguarda.payouts.processors.tables import PROCESSORS, READ, SCOPE
from retaguarda.provider_accounts.queries import failures_of, hours_of

#: The newest lots in a record.
MOST_LOTS = 20

_LOTS = f"""
    select m.id, m.state, m.request_number, m.method, m.lines, m.amount, m.currency, m.created_at, m.released_at, m.ended_at,
           coalesce(m.last_error, m.refusal) as last_error,
           (select count(*) from payout_lot_line l where l.company_id = m.company_id and l.lot_id = m.id and l.outcome = 'waiting') as waiting
      from payout_lot m where m.processor_id = %(id)s order by m.created_at desc, m.id desc limit {MOST_LOTS}
"""


async def _load(tx: Tx, principal: Principal, processor: UUID) -> PayoutProcessorRecord | None:
    row = await processor_row(tx, processor)
    if row is None:
        return None
    follow = await tx.one("select * from payout_processor_follow(%(id)s)", row)
    assert follow is not None
    return PayoutProcessorRecord(
        **processor_fields(row),
        open_orders=follow["open_orders"],
        open_amount=Money(follow["open_amount"], BRL),
        hours=await hours_of(tx, processor),
        failures=await failures_of(tx, processor),
        lots=await fetch_all(tx, ProcessorLot, _LOTS, {"id": processor}),
    )


PROCESSOR_RECORD = Record(
    path=f"{PROCESSORS.path}/{{id:str}}",
    summary="One processor that pays: its calls of a day, its certificate, what still follows it",
    permission=READ,
    scope=SCOPE,
    answers=PayoutProcessorRecord,
    load=_load,
)
