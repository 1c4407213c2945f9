"""Adds movements of busy subjects up by hour and day, so that long windows are read from sums (docs/decisions/movement-buckets.md).

Whatever settles money also writes a row that waits (sql/pld_buckets.sql). One counter takes those rows away in the statement that adds
them up: whoever reads sees each movement either waiting or in its buckets, never both. The statement that begins a subject counts its
movements but those that wait, so that nothing has to stand still for it.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import msgspec

from retaguarda.compliance.pld_rules.condition_facts import NEAR_LIMIT, NIGHT, ROUND
from retaguarda.foundation.database import SYSTEM, Database, Tx

#: Movements of a recent month from which on a subject is busy: below, reading each of them takes a few milliseconds. Under half it is so no more.
BUSY = 5_000
MONTH = timedelta(days=30)
#: Waiting rows of one statement.
AT_ONCE = 5_000

Target = Literal["merchant", "end_user"]

_SIDES = (
    '(values (\'merchant\', m.merchant_id::text collate "C", m.document collate "C"),'
    " ('end_user', m.document, m.merchant_id::text)) side (target, subject, counterparty)"
)
#: A side of a movement ``m`` as buckets tell it apart.
_CLASSED = f"""
select side.target, side.subject, side.counterparty, m.currency, m.direction, m.kind, m.amount, m.known_at,
       date_trunc('hour', m.known_at, 'UTC') as hour, (m.known_at at time zone 'America/Sao_Paulo')::date as day,
       {ROUND} as round, {NEAR_LIMIT} as near_limit, {NIGHT} as night
"""
_SUMS = "count(*)::int as n, sum(amount)::bigint as total, max(amount) as most, max(known_at) as last_at"
_HOUR_KEY = "target, subject, currency, hour, direction, kind, round, near_limit"
_DAY_KEY = "target, subject, currency, day, direction, kind, round, near_limit, night"
_LAST_KEY = "target, subject, currency, counterparty, direction, kind"
_PAIR_KEY = f"{_LAST_KEY}, day"
_HOURS = f"select {_HOUR_KEY}, {_SUMS} from sides group by {_HOUR_KEY}"
_DAYS = f"select {_DAY_KEY}, {_SUMS} from sides group by {_DAY_KEY}"
_PAIRS = (
    f"select {_PAIR_KEY}, count(*)::int as n, max(known_at) as last_at from sides"
    f" where counterparty is not null group by {_PAIR_KEY}"
)
_LASTS = f"select {_LAST_KEY}, max(known_at) as last_at from sides where counterparty is not null group by {_LAST_KEY}"
_MORE = (
    "n = b.n + excluded.n, total = b.total + excluded.total, most = greatest(b.most, excluded.most),"
    " last_at = greatest(b.last_at, excluded.last_at)"
)
#: Adds ``sides`` to the buckets.
_ADD = f"""
hours as (
  insert into movement_hour as b ({_HOUR_KEY}, n, total, most, last_at) {_HOURS}
  on conflict (company_id, {_HOUR_KEY}) do update set {_MORE}
), days as (
  insert into movement_day as b ({_DAY_KEY}, n, total, most, last_at) {_DAYS}
  on conflict (company_id, {_DAY_KEY}) do update set {_MORE}
), pairs as (
  insert into pair_day as b ({_PAIR_KEY}, n, last_at) {_PAIRS}
  on conflict (company_id, {_PAIR_KEY}) do update set n = b.n + excluded.n, last_at = greatest(b.last_at, excluded.last_at)
), lasts as (
  insert into pair_last as b ({_LAST_KEY}, last_at) {_LASTS}
  on conflict (company_id, {_LAST_KEY}) do update set last_at = excluded.last_at where b.last_at < excluded.last_at
)
"""
_COUNT = f"""
with taken as (
  delete from movement_waiting w
   where w.company_id = 1 and w.movement = any (array(select movement from movement_waiting limit {AT_ONCE})) returning w.*
), sides as materialized (
  {_CLASSED} from taken m cross join lateral {_SIDES}
  join movement_subject s on s.target = side.target and s.subject = side.subject and s.currency = m.currency
), {_ADD}
select count(*)::int from taken
"""
#: Movements as they wait; those that wait are left to the counter.
_MOVED = """
(select v.movement, v.known_at, v.company_id as merchant_id, v.direction, v.kind, v.document, v.amount, v.currency from pld_movement v
  where v.company_id <> 1 and not exists (select from movement_waiting w where w.movement = v.movement collate "C")) m
""".strip()
_WHOSE = {"merchant": "m.merchant_id = %(subject)s::int", "end_user": 'm.document = %(subject)s collate "C"'}


def _begin(target: Target) -> str:
    return f"""
        with subject as (
          insert into movement_subject (target, subject, currency) values ('{target}', %(subject)s, %(currency)s)
        ), sides as materialized (
          {_CLASSED} from {_MOVED} cross join lateral {_SIDES}
           where side.target = '{target}' and {_WHOSE[target]} and m.currency = %(currency)s
        ), {_ADD}
        select count(*)::int from sides
    """


#: Busy subjects with what they moved in a month; and those that are none any more.
_BUSY = f"""
with moved as materialized (
  select v.company_id, v.document, v.currency from pld_movement v
   where v.known_at > now() - interval '{MONTH.days} days' and v.company_id <> 1
), found as (
  select 'merchant' as target, company_id::text collate "C" as subject, currency, count(*) as n from moved group by 2, 3
  union all
  select 'end_user', document collate "C", currency, count(*) from moved where document is not null group by 2, 3
)
select coalesce(f.target, s.target) as target, coalesce(f.subject, s.subject) as subject,
       coalesce(f.currency, s.currency)::text as currency, s.subject is not null as known
  from (select * from found where n >= %(least)s / 2) f
  full join movement_subject s on s.target = f.target and s.subject = f.subject and s.currency = f.currency
 where s.subject is null and f.n >= %(least)s or f.n is null
"""


class _Subject(msgspec.Struct):
    target: Target
    subject: str
    currency: str
    known: bool


async def count_waiting(tx: Tx) -> int:
    """Add up to ``AT_ONCE`` waiting movements up; 0: none waits, or somebody else counts them."""
    if not await _alone(tx):
        return 0
    return await tx.value(_COUNT)


async def find_busy(tx: Tx, least: int = BUSY) -> int:
    """Begin the subjects that became busy and end those that are so no more; return how many changed."""
    if not await _alone(tx):
        return 0
    await tx.execute("set local statement_timeout = 0")
    rows = msgspec.convert(await tx.all(_BUSY, {"least": least}), list[_Subject])
    for each in rows:
        if each.known:
            await tx.execute(
                "delete from movement_subject where target = %(target)s and subject = %(subject)s and currency = %(currency)s",
                {"target": each.target, "subject": each.subject, "currency": each.currency},
            )
        else:
            await begin_subject(tx, each.target, each.subject, each.currency)
    return len(rows)


async def begin_subject(tx: Tx, target: Target, subject: str, currency: str) -> int:
    """Count what a subject moved so far, less what waits; return how much. The caller is the one counter."""
    return await tx.value(_begin(target), {"subject": subject, "currency": currency})


async def count_again(tx: Tx, least: int = BUSY) -> int:
    """Forget all sums and begin anew, while everything goes on; return how many subjects are busy."""
    await tx.execute(f"select pg_advisory_xact_lock({_LOCK})")
    await tx.execute("delete from movement_subject")
    return await find_busy(tx, least)


#: One counter at a time; whoever settles money takes no lock of this.
_LOCK = "hashtext('movement_buckets')"


async def _alone(tx: Tx) -> bool:
    return await tx.value(f"select pg_try_advisory_xact_lock({_LOCK})")


@dataclass(frozen=True, slots=True)
class MovementCounter:
    database: Database

    async def run(self) -> None:
        """Add up everything that waits."""
        taken = AT_ONCE
        while taken == AT_ONCE:
            async with self.database.transaction(SYSTEM) as tx:
                taken = await count_waiting(tx)

    async def look(self) -> None:
        """See who is busy now."""
        async with self.database.transaction(SYSTEM) as tx:
            await find_busy(tx)


def _differences(table: str, key: str, sums: str, *names: str) -> str:
    told, again = (f"({', '.join(f'{row}.{name}' for name in names)})" for row in ("b", "a"))
    joined = " and ".join(f"b.{name} = a.{name}" for name in key.split(", "))
    return f"(select count(*) from {table} b full join ({sums}) a on {joined} where {told} is distinct from {again})"


#: Hours, days and pairs that are not what their movements come to.
WRONG_BUCKETS = f"""
with sides as materialized (
  {_CLASSED} from {_MOVED} cross join lateral {_SIDES}
  join movement_subject s on s.target = side.target and s.subject = side.subject and s.currency = m.currency
)
select {_differences("movement_hour", _HOUR_KEY, _HOURS, "n", "total", "most", "last_at")}
     + {_differences("movement_day", _DAY_KEY, _DAYS, "n", "total", "most", "last_at")}
     + {_differences("pair_day", _PAIR_KEY, _PAIRS, "n", "last_at")}
     + {_differences("pair_last", _LAST_KEY, _LASTS, "last_at")}
"""
