"""The Record of one processor that pays, with its requests of a day, latest failures and open orders."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payouts.processors.model import PayoutProcessorRecord
from retaguarda.payouts.processors.queries import processor_fields, processor_row
from retaguarda.payouts.processors.tables import PROCESSORS, READ, SCOPE
from retaguarda.provider_accounts.queries import failures_of, hours_of


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
    )


PROCESSOR_RECORD = Record(
    path=f"{PROCESSORS.path}/{{id:str}}",
    summary="One processor that pays: its calls of a day, its certificate, what still follows it",
    permission=READ,
    scope=SCOPE,
    answers=PayoutProcessorRecord,
    load=_load,
)
