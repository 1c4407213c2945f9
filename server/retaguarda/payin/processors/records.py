"""The Record of one processor with its requests of a day and latest failures."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.processors.model import ProcessorRecord
from retaguarda.payin.processors.queries import processor_fields, processor_row
from retaguarda.payin.processors.tables import PROCESSORS, READ
from retaguarda.provider_accounts.queries import failures_of, hours_of


async def _load(tx: Tx, principal: Principal, processor: UUID) -> ProcessorRecord | None:
    row = await processor_row(tx, processor)
    if row is None:
        return None
    follow = await tx.one("select * from processor_follow(%(id)s)", row)
    assert follow is not None
    return ProcessorRecord(
        **processor_fields(row),
        **follow,
        hours=await hours_of(tx, row["id"]),
        failures=await failures_of(tx, row["id"]),
    )


PROCESSOR_RECORD = Record(
    path=f"{PROCESSORS.path}/{{id:str}}",
    summary="One processor: its calls of a day, its certificate, what still follows it",
    permission=READ,
    scope=HOUSE,
    answers=ProcessorRecord,
    load=_load,
)
