"""Processors as they are read: how each does, from its real calls."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.payin.model import PROVIDER
from retaguarda.payin.processors.model import (
    DEGRADED,
    DOWN,
    STATUSES,
    WARNED_DAYS,
    Processor,
    ProcessorFailure,
    ProcessorHour,
    ProcessorRecord,
    ProcessorRules,
)

READ = Permission.GATEWAY_ALL
#: Failures that a record shows.
MOST_FAILURES = 10

_HOUR = (
    "lateral (select coalesce(sum(m.answered + m.refused + m.failed), 0)::bigint as calls, coalesce(sum(m.failed), 0)::bigint as failures,"
    " (sum(m.total_ms) / nullif(sum(m.answered + m.refused + m.failed), 0))::bigint as average_ms"
    " from processor_minute m where m.connection_id = c.id and m.at > now() - interval '1 hour') h"
)
_STATUS = (
    "(case when not c.ready then 'untested' when not c.enabled then 'disabled' when c.certificate_expires_at <= now() then 'expired'"
    f" when h.failures > 0 and h.failures * 100 >= h.calls * {DOWN} then 'down'"
    f" when h.failures > 0 and h.failures * 100 >= h.calls * {DEGRADED} then 'degraded'"
    f" when c.certificate_expires_at <= now() + interval '{WARNED_DAYS} days' then 'expiring'"
    " when h.calls = 0 then 'idle' else 'up' end)"
)
_SOURCE = f"pix_connection c cross join {_HOUR}"

PROCESSORS = Table(
    name="payin.processors",
    path="/v1/payin/processors",
    summary="Connections to payment providers, and how they answer",
    permission=READ,
    source=_SOURCE,
    company="c.company_id",
    key="c.id",
    order_by="priority",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column(
            "name", "c.name", sortable=True, searched=True, words="string_to_array(lower(c.name), ' ') || lower(c.name)"
        ),
        Column("status", _STATUS, "choice", choices=STATUSES),
        Column("priority", "c.priority", "integer", sortable=True),
        Column("enabled", "c.enabled", "flag"),
        Column("base_url", "c.base_url"),
        Column("pix_key", "c.pix_key", searched=True),
        Column("certificate_expires_at", "c.certificate_expires_at", "time"),
        Column("calls", "h.calls", "integer"),
        Column("failures", "h.failures", "integer"),
        Column("average_ms", "h.average_ms", "integer"),
        Column("tested_at", "c.tested_at", "time"),
        Column("version", "c.version", "integer"),
        Column("test_error", "c.test_error"),
        Column("created_at", "c.created_at", "time", sortable=True),
    ),
)


async def of_house(tx: Tx, who: Who, call: Call) -> int | None:
    """Processors are staff's alone, whichever merchant they look at."""
    return PROVIDER if who.internal else None


async def of_processor(tx: Tx, who: Who, call: Call) -> int | None:
    return await tx.value(
        "select company_id from pix_connection where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def processor_for_update(tx: Tx, path: Mapping[str, str]) -> Row:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from pix_connection where id = %(id)s for update", {"id": uuid_of(path["id"])})
    if row is None:
        raise not_found("processor")
    return row


async def processor_rules(tx: Tx, who: Who, path: Mapping[str, str]) -> ProcessorRules | None:
    row = await tx.one(
        "select name, priority, enabled from pix_connection where id = %(id)s", {"id": uuid_of(path["id"])}
    )
    return None if row is None else ProcessorRules(**row)


async def shown(tx: Tx, processor: UUID) -> Processor:
    return Processor(**_fields(await _row(tx, processor) or {}))


async def _row(tx: Tx, processor: UUID) -> Row | None:
    return await tx.one(
        f"select c.*, {_STATUS} as status, coalesce(c.test_asked_at > coalesce(c.tested_at, '-infinity'), false) as testing"
        f" from {_SOURCE} where c.id = %(id)s",
        {"id": processor},
    )


def _fields(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in Processor.__struct_fields__} | {"pending": row["pending"] is not None}


async def _load(tx: Tx, who: Who, processor: UUID) -> ProcessorRecord | None:
    row = await _row(tx, processor)
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
        **_fields(row),
        **follow,
        hours=[ProcessorHour(**each) for each in hours],
        failures=[ProcessorFailure(**each) for each in failures],
    )


PROCESSOR_RECORD = Record(
    path=f"{PROCESSORS.path}/{{id:str}}",
    summary="One processor: its calls of a day, its certificate, what still follows it",
    permission=READ,
    answers=ProcessorRecord,
    load=_load,
)
