"""The Record of one processor with its requests of a day and latest failures."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.processors.model import ProcessorFailure, ProcessorHour, ProcessorRecord
from retaguarda.payin.processors.queries import processor_fields, processor_row
from retaguarda.payin.processors.tables import PROCESSORS, READ

#: Failures in a record.
MOST_FAILURES = 10


async def _load(tx: Tx, principal: Principal, processor: UUID) -> ProcessorRecord | None:
    row = await processor_row(tx, processor)
    if row is None:
        return None
    hours = await tx.all(
        "select date_trunc('hour', at) as at, sum(answered)::bigint as answered, sum(refused)::bigint as refused,"
        " sum(failed)::bigint as failed, coalesce(sum(total_ms) / nullif(sum(answered + refused + failed), 0), 0)::bigint as average_ms,"
        " max(slowest_ms) as slowest_ms from processor_minute where connection_id = %(id)s and at > now() - interval '24 hours'"
        " group by 1 order by 1",
        row,
    )
    failures = await tx.all(
        "select at, last_error as error from processor_minute where connection_id = %(id)s and last_error is not null"
        f" and at > now() - interval '24 hours' order by at desc limit {MOST_FAILURES}",
        row,
    )
    follow = await tx.one("select * from processor_follow(%(id)s)", row)
    assert follow is not None
    return ProcessorRecord(
        **processor_fields(row),
        **follow,
        hours=[ProcessorHour(**each) for each in hours],
        failures=[ProcessorFailure(**each) for each in failures],
    )


PROCESSOR_RECORD = Record(
    path=f"{PROCESSORS.path}/{{id:str}}",
    summary="One processor: its calls of a day, its certificate, what still follows it",
    permission=READ,
    scope=HOUSE,
    answers=ProcessorRecord,
    load=_load,
)
