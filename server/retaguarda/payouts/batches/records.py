"""The Record of one batch: its exceptions, the progress of its payouts, its timeline."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.batches.model import (
    BatchProgress,
    BatchRefusal,
    BatchRequest,
    BatchRow,
    BatchStop,
    CategorySum,
    PayoutBatchRecord,
)
from retaguarda.payouts.batches.queries import BROUGHT_ONE, batch_fields, find_batch, looked_at
from retaguarda.payouts.batches.retry_failed import SENT_AGAIN, count_failed
from retaguarda.payouts.batches.submit_batch import SUBMIT
from retaguarda.payouts.batches.write_mapping import load_mapping

#: Moments of a batch at most.
MOST = 100


class _Category(msgspec.Struct):
    category: str
    count: int
    amount: int


class _Progress(msgspec.Struct):
    waiting: int
    sent: int
    done: int
    failed: int
    done_amount: int
    failed_amount: int
    back: int


async def _load(tx: Tx, principal: Principal, batch: UUID) -> PayoutBatchRecord | None:
    row = await find_batch(tx, principal, batch)
    if row is None:
        return None
    key = {"company": row.company_id, "batch": batch, "subject": str(batch), "most": MOST}
    found = [msgspec.convert(each, _Category) for each in await tx.all(_CATEGORIES, key)]
    return PayoutBatchRecord(
        **batch_fields(row),
        mapping=await _mapping(tx, row),
        waits_for=await fetch_one(tx, BatchRequest, _WAITS_FOR, key | {"command": SUBMIT}),
        refused=await _refusal(tx, row, key),
        stopped=await _stopped(tx, row),
        to_send_again=await count_failed(tx, row.company_id, batch) if row.status in SENT_AGAIN else 0,
        categories=[CategorySum(each.category, each.count, Money(each.amount, row.currency)) for each in found],
        looked=await looked_at(tx, principal, row),
        progress=await _progress(tx, key, row.currency),
        timeline=await moments_of(tx, key),
    )


async def _refusal(tx: Tx, row: BatchRow, key: dict[str, object]) -> BatchRefusal | None:
    if row.status not in ("planned", "cancelled", "expired"):
        return None
    return await fetch_one(tx, BatchRefusal, _REFUSED, key | {"command": SUBMIT})


async def _stopped(tx: Tx, row: BatchRow) -> BatchStop | None:
    if row.stopped_at is None or row.stopped_by is None:
        return None
    asked = {"company": row.company_id, "batch": row.id, "at": row.stopped_at}
    cancelled: int = await tx.value(_CANCELLED, asked)
    return BatchStop(row.stopped_at, row.stopped_by, row.stop_reason, row.good - row.turned + cancelled)


async def _mapping(tx: Tx, row: BatchRow) -> str | None:
    found = row.mapping_id and await load_mapping(tx, row.company_id, row.mapping_id)
    return f"{found.name} · {found.version}" if found else None


async def _progress(tx: Tx, key: dict[str, object], currency: Currency) -> BatchProgress:
    sums = msgspec.convert(await tx.one(_PROGRESS, key), _Progress)
    return BatchProgress(
        sums.waiting,
        sums.sent,
        sums.done,
        sums.failed,
        Money(sums.done_amount, currency),
        Money(sums.failed_amount, currency),
        Money(sums.back, currency),
    )


_WAITS_FOR = (
    "select id, approval_missing(id) as missing from published.approval_request where company_id = %(company)s and command = %(command)s and subject = %(subject)s"
    " and state = 'awaiting' and expires_at > now() order by created_at limit 1"
)
#: Of the requests to submit a batch the latest tells: one that its maker withdrew, or that waits, is no refusal.
_REFUSED = """
    select r.id as request, r.state as status, r.closed_at as at, d.actor, d.reason, r.error
      from (select id, company_id, state, closed_at, error, round from published.approval_request
             where company_id = %(company)s and command = %(command)s and subject = %(subject)s
             order by created_at desc limit 1) r
      left join published.approval_refusal d on d.company_id = r.company_id and d.request_id = r.id and d.round = r.round
     where r.state in ('rejected', 'expired', 'failed') limit 1
"""
_CANCELLED = "select count(*) from payout where company_id = %(company)s and batch_id = %(batch)s and status = 'cancelled' and ended_at >= %(at)s"
_CATEGORIES = (
    "select category, count(*) as count, coalesce(sum(amount), 0)::bigint as amount from payout_line"
    " where company_id = %(company)s and batch_id = %(batch)s and category <> 'plain' group by category"
    " order by array_position(array['bad', 'warned', 'changed', 'first', 'biggest'], category)"
)
_PROGRESS = """
    select count(*) filter (where ended_at is null and status <> 'in_bank_processing') as waiting,
           count(*) filter (where status = 'in_bank_processing') as sent,
           count(*) filter (where status = 'done') as done,
           count(*) filter (where ended_at is not null and status <> 'done') as failed,
           coalesce(sum(amount) filter (where status = 'done'), 0)::bigint as done_amount,
           coalesce(sum(amount) filter (where ended_at is not null and status <> 'done'), 0)::bigint as failed_amount,
           coalesce(sum(returned), 0)::bigint as back
      from payout where company_id = %(company)s and batch_id = %(batch)s
"""

BATCH_RECORD = Record(
    path="/v1/payouts/batches/{id:str}",
    summary="One batch: its plan with the exceptions, and the progress of its payouts",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=BROUGHT_ONE,
    answers=PayoutBatchRecord,
    load=_load,
)
