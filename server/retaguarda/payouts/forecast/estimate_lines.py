"""Estimate what the lines of batches become: those of authorised batches that are no payments yet, and those of one that was planned,
as if it were submitted now. The worker's own functions say what a line becomes (payouts/batches/run_batch.py)."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.payout_engine.check_stops import Stops
from retaguarda.payout_engine.create_many import judge_many
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.decide_sending import UNDER_REVIEW, Standing
from retaguarda.payouts.batches.model import BatchRow, LineRow
from retaguarda.payouts.batches.queries import batch_row
from retaguarda.payouts.batches.run_batch import cooling_of, payout_of
from retaguarda.payouts.batches.submit_batch import why_unready
from retaguarda.payouts.forecast.open_payments import Days, Merchant, OpenRow, hashes_of_suspects, load_trusted
from retaguarda.payouts.forecast.plan_facts import PayeeDay, Planned, Submission

#: Lines judged by the rules at once.
_CHUNK = 2_000
_BATCH, _LINE = ", ".join(BatchRow.__struct_fields__), ", ".join(f"l.{name}" for name in LineRow.__struct_fields__)


class _Taken(msgspec.Struct):
    """What a batch would take of a day or a night; ``amount`` in minor units."""

    id: UUID
    period: str
    day: date
    amount: int


class _TakenOf(msgspec.Struct):
    """What a batch would take of a payee on a day; minor units, or payments."""

    id: UUID
    period: str
    day: date
    payee: bytes
    amount: int


class _Bound(msgspec.Struct):
    number: int


async def load_batches(tx: Tx, companies: Sequence[int], *status: str) -> list[BatchRow]:
    """Load batches in some states, the oldest first."""
    rows = await tx.all(
        f"select {_BATCH} from payout_batch where company_id = any(%(companies)s) and status = any(%(status)s)"
        " order by created_at, id",
        {"companies": list(companies), "status": list(status)},
    )
    return [batch_row(each) for each in rows]


async def load_submissions(
    tx: Tx, batches: Sequence[BatchRow], merchants: Mapping[int, Merchant], *, asked: bool
) -> list[Submission]:
    """What submitting planned batches would ask for.

    Args:
        asked: they are submitted; otherwise each is only looked at.
    """
    rows = await tx.all(_TAKES, {"ids": [each.id for each in batches], "companies": list(merchants)})
    taken = dict[UUID, dict[tuple[str, date], int]]()
    for each in msgspec.convert(rows, list[_Taken]):
        taken.setdefault(each.id, {})[each.period, each.day] = each.amount
    # The counters of single payees are written only where the merchant has such a limit.
    limited = [number for number, each in merchants.items() if each.limits_payees]
    of_payees = dict[UUID, dict[PayeeDay, int]]()
    found = (
        await tx.all(_TAKES_OF_PAYEES, {"ids": [each.id for each in batches], "companies": limited}) if limited else []
    )
    for each in msgspec.convert(found, list[_TakenOf]):
        of_payees.setdefault(each.id, {})[each.period, each.day, each.payee] = each.amount
    return [
        Submission(
            id=row.id,
            company=row.company_id,
            gross=row.amount + row.fee,
            counts=taken.get(row.id, {}),
            stop=_stop(row, merchants[row.company_id]),
            asked=asked,
            payees=of_payees.get(row.id, {}),
        )
        for row in batches
    ]


def _stop(row: BatchRow, merchant: Merchant) -> str | None:
    """Why a planned batch cannot be submitted, limits and balance apart."""
    if unready := why_unready(row):
        return unready
    if merchant.blocked:
        return "company_blocked"
    if merchant.contract:
        return "contract_stops"
    return None if "pix" in merchant.rules.methods else "method_off"


async def load_lines(
    tx: Tx, row: BatchRow, merchant: Merchant, days: Days, now: datetime, *, staff: bool
) -> list[Planned]:
    """Load the lines of a batch that are no payments yet, each as the payment that it becomes.

    Args:
        staff: a merchant reads nothing of the block list or of suspects before it has submitted a batch: it could ask about anybody,
            and nobody would hear of it.
    """
    key = {"company": row.company_id, "batch": row.id, "turned": row.turned}
    lines = msgspec.convert(await tx.all(_LINES, key), list[LineRow])
    bound, suspects = set[int](), set[bytes | None]()
    if staff or row.status != "planned":
        bound = {each.number for each in msgspec.convert(await tx.all(_BOUND, key), list[_Bound])}
        named = {each for line in lines for each in (line.destination, line.document_hash)}
        suspects = await hashes_of_suspects(tx, named)
    inside = {each.number for each in msgspec.convert(await tx.all(_INSIDE, key), list[_Bound])}
    cooling = await cooling_of(tx, row, lines)
    trusted = await load_trusted(tx, {merchant.company_id: merchant})
    today, found = merchant.day_of(now), list[Planned]()
    for first in range(0, len(lines), _CHUNK):
        some = lines[first : first + _CHUNK]
        payouts = [payout_of(row, line, today, cooling.get(line.number)) for line in some]
        judged, _ = await judge_many(tx, row.company_id, payouts, Requester(row.actor))
        for line, payout in zip(some, msgspec.convert(judged, list[_Becomes]), strict=True):
            standing = Standing(
                company=merchant.blocked,
                block=Stops(
                    merchant.contract,
                    None,
                    suspect=False,
                    untrusted=trusted.keeps_back(merchant.company_id, line.destination, line.document_hash),
                ).block,
                suspect=line.destination in suspects or line.document_hash in suspects,
            )
            met = line.number in bound
            becomes = _open_row(row, payout, now, bound=met, inside=line.number in inside)
            found.append(days.planned(becomes, standing, bound=met, is_line=True))
    return found


class _Becomes(msgspec.Struct):
    """The payment that a line becomes, as the worker would insert it."""

    id: UUID
    amount: int
    fee: int
    kind: str
    status: str
    scheduled_for: date | None
    hold_reason: str | None
    hold_until: datetime | None
    destination: bytes | None
    document_hash: bytes | None
    processor_id: UUID | None
    priority: int
    method: str
    ispb: str | None
    ted_purpose: str | None


def _open_row(row: BatchRow, line: _Becomes, now: datetime, *, bound: bool, inside: bool) -> OpenRow:
    """A line as the row of the payment that it becomes; of a paused batch none does, and what is bound waits for a person."""
    reviewed = bound and line.status == "pending"
    return OpenRow(
        id=line.id,
        company_id=row.company_id,
        bank_account_id=None,
        origin="split" if row.source == "split" else "batch",
        method=line.method,
        status="paused" if row.status == "paused" else "on_hold" if reviewed else line.status,
        amount=line.amount,
        fee=line.fee,
        kind=line.kind,
        due_on=None,
        scheduled_for=line.scheduled_for,
        created_at=now,
        hold_reason=UNDER_REVIEW if reviewed else line.hold_reason,
        hold_until=None if reviewed else line.hold_until,
        destination=line.destination,
        document_hash=line.document_hash,
        processor_id=line.processor_id,
        held=True,
        batch_id=row.id,
        account_status=None,
        ordered_at=None,
        inside=inside,
        priority=line.priority,
        ispb=line.ispb,
        opens_at=None,
        ted_purpose=line.ted_purpose,
    )


_LINES = f"""
    select {_LINE} from payout_line l
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.leaf_no >= %(turned)s order by l.leaf_no
"""
_INSIDE = """
    select l.number
      from (select number, company_id, kind, pix_key, ispb, branch, account as number_of, document from payout_line
             where company_id = %(company)s and batch_id = %(batch)s and leaf_no >= %(turned)s) l
     cross join (select house_ispb() as ispb, merchant_keys() as keys) house
     where case when l.kind = 'account' then l.ispb = house.ispb
                when l.kind = 'key' and l.pix_key = any(house.keys) then
                  settles_inside(l.company_id, l.kind, l.pix_key, l.ispb, l.branch, l.number_of, l.document) else false end
"""
_BOUND = """
    with line as materialized (
      select l.number, block_probes(l.document, l.pix_key, l.pix_key_kind, l.ispb, l.branch, l.account) || block_probes(k.document) as probes
        from payout_line l join company k on k.id = l.company_id
       where l.company_id = %(company)s and l.batch_id = %(batch)s and l.leaf_no >= %(turned)s
    ), met as materialized (
      select array(select block_probes_met(%(company)s, 'out', array(select distinct u from line, unnest(probes) u))) as probes
    )
    select number from line, met where line.probes && met.probes
"""
_TAKES = """
    select b.id, t.period, t.day, t.amount
      from payout_batch b
     cross join lateral payout_counts_on(b.company_id, now(), null) c
     cross join lateral payout_batch_takes(b.amount, b.good, b.later, b.later_counts, c.day, c.night) t
     where b.id = any(%(ids)s) and b.company_id = any(%(companies)s)
"""
_TAKES_OF_PAYEES = """
    select b.id, k.period, k.day, k.payee, sum(k.amount)::bigint as amount
      from payout_batch b
     cross join lateral payout_counts_on(b.company_id, now(), null) c
      join payout_line l on l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no >= 0
     cross join lateral payout_takes(greatest(l.scheduled_for, c.day), null, l.document_hash, l.amount) k
     where b.id = any(%(ids)s) and b.company_id = any(%(companies)s) and k.period in ('payee', 'payee_count')
     group by 1, 2, 3, 4
"""
