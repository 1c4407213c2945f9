"""Sum payments by method and processor, and say how each processor is: for the provider's staff."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import Money
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payout_engine.decide_sending import PayingProcessor, works
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.administration.model import (
    HealthHour,
    PayoutCutOff,
    ProcessorHealth,
    ProcessorPart,
)
from retaguarda.payouts.administration.queries import ended_in, percent_text
from retaguarda.payouts.payments.model import OF_PAYMENTS
from retaguarda.payouts.processors.tables import PAYING_STATUS
from retaguarda.provider_accounts.queries import LAST_HOUR


class _Part(msgspec.Struct):
    method: str
    processor_id: UUID | None
    processor: str | None
    ended: int
    amount: int
    done: int
    median: float | None
    p95: float | None
    cost: int


class _Health(msgspec.Struct):
    id: UUID
    name: str
    status: str
    open_orders: int
    open_amount: int
    float_amount: int | None
    float_at: datetime | None
    float_left: int | None
    today_orders: int
    today_amount: int
    hours: list[HealthHour]


class _Waiting(msgspec.Struct):
    method: str
    count: int
    amount: int


async def load_parts(tx: Tx, companies: list[int]) -> list[ProcessorPart]:
    """Sum what ended in the last 24 hours, by method and the processor that had it last."""
    rows = msgspec.convert(await tx.all(_PARTS, {"companies": companies}), list[_Part])
    return [
        ProcessorPart(
            method=each.method,
            processor_id=each.processor_id,
            processor=each.processor,
            count=each.ended,
            amount=_money(each.amount),
            done=each.done,
            success=percent_text(each.done, each.ended),
            median_seconds=None if each.median is None else round(each.median),
            p95_seconds=None if each.p95 is None else round(each.p95),
            cost=_money(each.cost),
        )
        for each in rows
    ]


async def load_health(tx: Tx, processors: Sequence[PayingProcessor], at: datetime) -> list[ProcessorHealth]:
    """Say how each processor answers, what follows it, what its account should hold, and when it shuts today."""
    known = {each.id: each for each in processors}
    rows = msgspec.convert(await tx.all(_HEALTH), list[_Health])
    return [
        ProcessorHealth(
            id=each.id,
            name=each.name,
            status=each.status,
            open_orders=each.open_orders,
            open_amount=_money(each.open_amount),
            float_amount=None if each.float_amount is None else _money(each.float_amount),
            float_left=None if each.float_left is None else _money(each.float_left),
            float_at=each.float_at,
            today_orders=each.today_orders,
            today_amount=_money(each.today_amount),
            shuts_at=shuts_today(known[each.id], at) if each.id in known else None,
            hours=each.hours,
        )
        for each in rows
    ]


async def load_cut_offs(
    tx: Tx, companies: list[int], processors: Sequence[PayingProcessor], at: datetime, day: date
) -> list[PayoutCutOff]:
    """Say for each method whose processors all shut today when the last does, and what is still to leave by it."""
    rows = await fetch_all(tx, _Waiting, _WAITING, {"companies": companies, "day": day})
    waiting = {each.method: each for each in rows}
    found = list[PayoutCutOff]()
    for method in sorted({method for each in processors if each.enabled for method in each.methods}):
        ends = [shuts_today(each, at) for each in processors if each.enabled and method in each.methods]
        shut = [each for each in ends if each is not None]
        if len(shut) < len(ends):
            continue
        at_risk = waiting.get(method, _Waiting(method, 0, 0))
        found.append(PayoutCutOff(method, max(shut), at_risk.count, _money(at_risk.amount)))
    return found


def shuts_today(processor: PayingProcessor, at: datetime) -> datetime | None:
    """The cut-off of the day of a moment; None: it has none, or does not work on that day."""
    if processor.cut_off is None or not works(at.astimezone(BRASILIA).date()):
        return None
    return processor.shuts_on(at)


def _money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)


_PARTS = f"""
    select t.method, t.processor_id, payout_processor_name(t.processor_id) as processor, count(*) as ended,
           sum(t.amount)::bigint as amount, count(*) filter (where t.status = 'done') as done,
           percentile_cont(0.5) within group (order by t.seconds) as median,
           percentile_cont(0.95) within group (order by t.seconds) as p95, coalesce(sum(t.cost), 0)::bigint as cost
      from (select e.*, case when e.status = 'done' and e.scheduled_for is null
                             then extract(epoch from e.ended_at - e.created_at)::float8 end as seconds,
                   case when e.status = 'done' then payout_cost(e.company_id, e.id) end as cost
              from ({ended_in("done", "1 day")} union all {ended_in("failed", "1 day")}) e) t
     group by t.method, t.processor_id order by t.method, count(*) desc, 3
"""
_HEALTH = f"""
    select c.id, c.name, {PAYING_STATUS} as status,
           w.open_orders, w.open_amount, c.float_amount, c.float_at, k.float_left, coalesce(k.orders, 0) as today_orders,
           coalesce(k.amount, 0) as today_amount,
           (select coalesce(jsonb_agg(jsonb_build_object('at', m.at, 'calls', m.calls, 'failed', m.failed) order by m.at), '[]')
              from (select date_trunc('hour', m.at) as at, sum(m.answered + m.refused + m.failed)::bigint as calls,
                           sum(m.failed)::bigint as failed
                      from processor_minute m where m.connection_id = c.id and m.at > now() - interval '24 hours' group by 1) m) as hours
      from payout_processor c cross join {LAST_HOUR}
      cross join lateral payout_processor_follow(c.id) w
      left join payout_processor_states() k on k.id = c.id
     order by c.priority, c.created_at
"""
_WAITING = f"""
    select t.method, count(*) as count, sum(t.amount)::bigint as amount from payout t
     where t.company_id = any(%(companies)s) and t.{OF_PAYMENTS}
       and (t.status in ('pending', 'queued') or (t.status = 'created' and t.scheduled_for <= %(day)s)) group by t.method
"""
