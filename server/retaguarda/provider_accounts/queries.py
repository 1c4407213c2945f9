"""Reads how the requests of a processor ended, and builds its status from it."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.provider_accounts.model import DEGRADED, DOWN, WARNED_DAYS, ProcessorFailure, ProcessorHour

#: Failures in a record.
MOST_FAILURES = 10

#: The requests of the last hour, as ``h`` beside a processor ``c``.
LAST_HOUR = (
    "lateral (select coalesce(sum(m.answered + m.refused + m.failed), 0)::bigint as calls, coalesce(sum(m.failed), 0)::bigint as failures,"
    " (sum(m.total_ms) / nullif(sum(m.answered + m.refused + m.failed), 0))::bigint as average_ms"
    " from processor_minute m where m.connection_id = c.id and m.at > now() - interval '1 hour') h"
)

STATUS = (
    "(case when not c.ready then 'untested' when not c.enabled then 'disabled' when c.certificate_expires_at <= now() then 'expired'"
    f" when h.failures > 0 and h.failures * 100 >= h.calls * {DOWN} then 'down'"
    f" when h.failures > 0 and h.failures * 100 >= h.calls * {DEGRADED} then 'degraded'"
    f" when c.certificate_expires_at <= now() + interval '{WARNED_DAYS} days' then 'expiring'"
    " when h.calls = 0 then 'idle' else 'up' end)"
)


async def hours_of(tx: Tx, processor: UUID) -> list[ProcessorHour]:
    """Return the last 24 hours that had requests."""
    rows = await tx.all(
        "select date_trunc('hour', at) as at, sum(answered)::bigint as answered, sum(refused)::bigint as refused,"
        " sum(failed)::bigint as failed, coalesce(sum(total_ms) / nullif(sum(answered + refused + failed), 0), 0)::bigint as average_ms,"
        " max(slowest_ms) as slowest_ms from processor_minute where connection_id = %(id)s and at > now() - interval '24 hours'"
        " group by 1 order by 1",
        {"id": processor},
    )
    return [ProcessorHour(**each) for each in rows]


async def failures_of(tx: Tx, processor: UUID) -> list[ProcessorFailure]:
    """Return the latest failures of a day."""
    rows = await tx.all(
        "select at, last_error as error from processor_minute where connection_id = %(id)s and last_error is not null"
        f" and at > now() - interval '24 hours' order by at desc limit {MOST_FAILURES}",
        {"id": processor},
    )
    return [ProcessorFailure(**each) for each in rows]
