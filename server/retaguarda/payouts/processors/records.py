"""The Record of one processor that pays, with its requests of a day, latest failures and open orders."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present, struct_fields
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.processors.change_terms import load_tariffs
from retaguarda.payouts.processors.model import PayoutProcessorRecord, ProcessorLot, StatementAccount
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

_KNOWN = """
    select u.orders as today_orders, u.amount as today_amount, p.float_amount, p.float_at,
           coalesce(c.amount, 0)::bigint as cost_30_days, coalesce(c.merchants, 0)::int as merchants, %(currency)s as currency
      from payout_processor p
      left join payout_processor_use u on u.processor_id = p.id and u.day = payout_processor_day(now())
      left join lateral payout_processor_month(p.id) c on true
     where p.id = %(id)s
"""
_ACCOUNTS = "select id, bank || ' · ' || branch || ' · ' || digits as name from published.house_account where state = 'open' order by bank, branch, digits"


class _Known(msgspec.Struct):
    """What the record tells beside the row."""

    today_orders: int | None
    today_amount: Money | None
    float_amount: Money | None
    float_at: datetime | None
    cost_30_days: Money
    merchants: int


async def _load(tx: Tx, principal: Principal, processor: UUID) -> PayoutProcessorRecord | None:
    row = await processor_row(tx, processor)
    if row is None:
        return None
    follow = await tx.one("select * from payout_processor_follow(%(id)s)", row)
    assert follow is not None
    known = present(await fetch_one(tx, _Known, _KNOWN, {"id": processor, "currency": PIX_CURRENCY}))
    return PayoutProcessorRecord(
        **processor_fields(row),
        **struct_fields(_Known, known),
        tariffs=await load_tariffs(tx, processor),
        statement_accounts=await fetch_all(tx, StatementAccount, _ACCOUNTS),
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
