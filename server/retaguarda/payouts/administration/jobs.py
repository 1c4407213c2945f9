"""Raise alerts about payouts that are late, unusual or near a limit: each once, as an event that notifications follow.

What happens by itself (a payment fails, is held, comes back; a case is opened) tells of itself; here is what only a clock notices.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from retaguarda import ledger
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.charges.model import CLEARING
from retaguarda.payout_engine.decide_sending import COOLING_OFF, SUSPECT, working_day_before
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payout_engine.transitions import CLOCK

Kind = Literal[
    "uncertain",
    "hold_ending",
    "limit_near",
    "suspect_hit",
    "success_fell",
    "returns_many",
    "remittance_late",
    "float_short",
]
#: The event of each kind of alert.
EVENTS: Mapping[Kind, str] = {
    "uncertain": "payouts:payment:uncertain",
    "hold_ending": "payouts:payment:hold_ending",
    "limit_near": "payouts:limit:near",
    "suspect_hit": "payouts:suspect:hit",
    "success_fell": "payouts:payout_processor:success_fell",
    "returns_many": "payouts:return:many",
    "remittance_late": "payouts:remittance:late",
    "float_short": "payouts:payout_processor:float_short",
}
#: Percent of a limit, and of a processor's success in seven days, from which it is told.
NEAR_PERCENT, SUCCESS_PERCENT = 80, 95
#: Orders of an hour, and returns of a day, below which a share says nothing.
FEW_ORDERS, FEW_RETURNS = 20, 5
#: How many times as many returns as on a usual day are told.
TIMES_USUAL = 3
#: Alerts of one kind in one run.
MOST = 50


class _Alert(msgspec.Struct):
    """What is to be told: of whom, what it is about (``key`` makes it one alert) and the event's subject and data."""

    company_id: int
    key: str
    subject: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Alerts:
    database: Database

    async def run(self) -> None:
        """Tell what changes within minutes: silent banks, holds that end, limits, suspects."""
        async with self.database.transaction(SYSTEM) as tx:
            await _tell(tx, "uncertain", _UNCERTAIN, {})
            await _tell(tx, "hold_ending", _HOLDS, {"cooling": COOLING_OFF})
            await _tell(tx, "limit_near", _LIMITS, {"percent": NEAR_PERCENT})
            await _tell(tx, "suspect_hit", _SUSPECTS, {"suspect": SUSPECT, "provider": PROVIDER})

    async def watch(self) -> None:
        """Tell what shows over hours: processors that refuse more than usual, returns, late files, money at the bank."""
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute("delete from payout_alert where raised_at < now() - interval '60 days'")
            await _tell(
                tx,
                "success_fell",
                _SUCCESS,
                {"percent": SUCCESS_PERCENT, "few": FEW_ORDERS, "provider": PROVIDER},
            )
            await _tell(tx, "returns_many", _RETURNS, {"times": TIMES_USUAL, "few": FEW_RETURNS})
            day = working_day_before(today(BRASILIA))
            await _tell(tx, "remittance_late", _REMITTANCES, {"day": day})
            there = -(await ledger.balance(tx, PROVIDER, CLEARING, PIX_CURRENCY)).posted
            await _tell(tx, "float_short", _FLOAT, {"there": there, "currency": PIX_CURRENCY, "provider": PROVIDER})


async def _tell(tx: Tx, kind: Kind, query: str, params: Mapping[str, Any]) -> None:
    rows = await tx.all(query, {**params, "kind": kind, "most": MOST, "today": today(BRASILIA)})
    for each in msgspec.convert(rows, list[_Alert]):
        known = {"company": each.company_id, "kind": kind, "key": each.key}
        if await tx.execute(_INSERT, known):
            await record(tx, EVENTS[kind], company=each.company_id, subject=each.subject, actor=CLOCK, data=each.data)


_INSERT = """
    insert into payout_alert (company_id, kind, key) values (%(company)s, %(kind)s, %(key)s) on conflict do nothing
"""
#: Many at once are one alert an hour of each merchant: a bank that is silent is silent to all.
_LATELY = """
    not exists (select from payout_alert a where a.company_id = f.company_id and a.kind = %(kind)s and a.raised_at > now() - interval '{ago}')
"""
_ONCE = (
    "not exists (select from payout_alert a where a.company_id = f.company_id and a.kind = %(kind)s and a.key = f.key)"
)
_OPEN_ORDERS = "('sending', 'processing')"
_UNCERTAIN = f"""
    select f.* from (
      select o.company_id, (array_agg(o.payout_id::text order by o.created_at desc))[1] as key, (array_agg(o.payout_id::text order by o.created_at))[1] as subject,
             jsonb_build_object('payments', count(*), 'amount', sum(o.amount)) as data
        from payout_order o
        join payout t on t.company_id = o.company_id and t.id = o.payout_id and t.origin in ('payout', 'batch', 'split')
       where o.state in {_OPEN_ORDERS} and o.ask_at is not null and o.created_at < now() - interval '5 minutes'
       group by o.company_id) f
     where {_ONCE} and {_LATELY.format(ago="1 hour")} order by f.company_id limit %(most)s
"""
_HOLDS = f"""
    select f.* from (
      select t.company_id, (array_agg(t.id || ' ' || t.hold_until order by t.hold_until, t.id))[1] as key,
             (array_agg(t.id::text order by t.hold_until, t.id))[1] as subject,
             jsonb_build_object('payments', count(*), 'amount', sum(t.amount)) as data
        from payout t
       where t.status = 'on_hold' and t.hold_reason <> %(cooling)s and t.hold_until between now() and now() + interval '10 minutes'
         and not exists (select from payout_alert a where a.company_id = t.company_id and a.kind = %(kind)s and a.key = t.id || ' ' || t.hold_until)
       group by t.company_id) f
     where {_LATELY.format(ago="10 minutes")} order by f.company_id limit %(most)s
"""
_LIMITS = f"""
    with limited as materialized (
      select c.company_id, l.period, l.most, case l.period when 'night' then n.night else n.day end as day
        from (select distinct company_id from payout_limit_use where day >= %(today)s::date - 2) c
       cross join lateral payout_limits_of(c.company_id) l
       cross join lateral payout_counts_on(c.company_id, now(), null) n
       where l.most is not null
    )
    select f.* from (
      select distinct on (l.company_id, l.period) l.company_id, l.period || ':' || l.day as key, l.period as subject,
             jsonb_build_object('limit', l.period, 'percent', u.used * 100 / l.most) as data
        from limited l
        join payout_limit_use u on u.company_id = l.company_id and u.period = l.period and u.day = l.day
       where u.used * 100 >= l.most * %(percent)s
       order by l.company_id, l.period, u.used desc) f
     where {_ONCE} order by f.company_id, f.key limit %(most)s
"""
#: Of the provider: merchants do not learn what a suspect is.
_SUSPECTS = f"""
    select f.* from (
      select %(provider)s::int as company_id, t.id || ' ' || t.hold_until as key, t.id::text as subject,
             jsonb_build_object('amount', t.amount) as data, t.hold_until
        from payout t where t.status = 'on_hold' and t.hold_reason = %(suspect)s) f
     where {_ONCE} order by f.hold_until limit %(most)s
"""
#: Seven days are only added up for whom the hour was so bad that it may be told.
_SUCCESS = f"""
    with hour as materialized (
      select o.processor_id, count(*) as ended, count(*) filter (where o.state = 'done') as done
        from payout_order o
       where o.created_at >= now() - interval '1 day' and o.ended_at >= now() - interval '1 hour' and o.processor_id is not null
         and o.payout_id is not null
       group by o.processor_id having count(*) >= %(few)s and count(*) filter (where o.state = 'done') * 100 < count(*) * %(percent)s
    )
    select f.* from (
      select %(provider)s::int as company_id, h.processor_id || ' ' || %(today)s::date as key, h.processor_id::text as subject,
             jsonb_build_object('percent', h.done * 100 / h.ended, 'usual', w.done * 100 / w.ended) as data
        from hour h
       cross join lateral (
         select count(*) as ended, count(*) filter (where o.state = 'done') as done from payout_order o
          where o.processor_id = h.processor_id and o.payout_id is not null and o.created_at >= now() - interval '8 days'
            and o.ended_at >= now() - interval '7 days' and o.ended_at < now() - interval '1 hour') w
       where w.ended > 0 and h.done * w.ended * 100 < w.done * h.ended * %(percent)s) f
     where {_ONCE} order by f.key limit %(most)s
"""
_RETURNS = f"""
    select f.* from (
      select r.company_id, %(today)s::date::text as key, %(today)s::date::text as subject,
             jsonb_build_object('returns', count(*) filter (where r.booked_at >= now() - interval '1 day'),
                                'amount', sum(r.amount) filter (where r.booked_at >= now() - interval '1 day')) as data
        from payout_return r
       where r.booked_at >= now() - interval '29 days'
       group by r.company_id
      having count(*) filter (where r.booked_at >= now() - interval '1 day') >= %(few)s
         and count(*) filter (where r.booked_at >= now() - interval '1 day') * 28
             > count(*) filter (where r.booked_at < now() - interval '1 day') * %(times)s) f
     where {_ONCE} and {_LATELY.format(ago="1 day")} order by f.company_id limit %(most)s
"""
#: A bank answers a file on the business day on which it pays, at the latest on the next.
_REMITTANCES = f"""
    select f.* from (
      select m.company_id, m.id::text as key, m.id::text as subject,
             jsonb_build_object('number', m.sequence, 'amount', m.amount) as data
        from remittance m
       where m.state in ('delivered', 'acknowledged') and m.day < %(day)s) f
     where {_ONCE} order by f.key limit %(most)s
"""
#: What banks hold for the house, as the ledger knows it, is less than what leaves today: the bank would refuse the rest.
_FLOAT = f"""
    select f.* from (
      select %(provider)s::int as company_id, %(today)s::date::text as key, 'float' as subject,
             jsonb_build_object('amount', leaving.amount, 'there', %(there)s::bigint) as data
        from (select coalesce(sum(t.amount), 0)::bigint as amount from payout t
               where t.status in ('pending', 'in_bank_processing') and t.currency = %(currency)s) leaving
       where leaving.amount > %(there)s::bigint) f
     where {_ONCE} limit %(most)s
"""
