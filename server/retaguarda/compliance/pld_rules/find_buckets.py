"""What of a busy subject's past a pass may read from sums, and where it must read each movement.

A window (t - d, t] begins in an hour that is read movement by movement for each moment t that is wanted; between those hours every bucket
lies in it or out of it as a whole, so that the bucket stands for its movements: their number, their sum and the greatest of them, at the
moment of the last one. Of distinct counterparties only when each was last seen tells: whoever was not seen again since stands in a row
with others of the same hour, whoever was is one row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

from retaguarda.cases.clock import local_day
from retaguarda.compliance.pld_rules.condition_facts import Feature
from retaguarda.foundation.local_day import BRASILIA

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """From the first moment up to the other, which is outside."""

    first: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Past:
    """
    Args:
        near: what is read movement by movement; the last of it from ``wanted`` on, where each counterparty tells.
        hours: what is read by the hour; ``days``: what by the day of Brasília.
        pairs: the first day on which a counterparty may have been seen; None: nothing counts what is distinct.
        sure: what distinct counts ask of a movement ``m``. Whoever was seen since ``wanted`` in each of these ways counts at any moment that
            is wanted, and when before does not matter; empty: it does.
    """

    near: Sequence[Stretch]
    wanted: datetime
    hours: Sequence[Stretch]
    days: Sequence[tuple[date, date]]
    pairs: date | None
    sure: Sequence[str]

    @property
    def params(self) -> dict[str, Any]:
        return {
            "near_from": self.near[0].first,
            "near_froms": [each.first for each in self.near],
            "near_tos": [each.end for each in self.near],
            "near_hours": [hour for each in self.near for hour in _hours(each) if hour < self.wanted],
            "hours_from": [each.first for each in self.hours],
            "hours_to": [each.end for each in self.hours],
            "days_from": [first for first, _ in self.days],
            "days_to": [end for _, end in self.days],
            "wanted_from": self.wanted,
            "wanted_day": local_day(self.wanted),
            "pairs_from": self.pairs,
            "seen_from": self.pairs and _day_begin(self.pairs),
        }


def past_of(features: Sequence[Feature], after: datetime, until: datetime) -> Past | None:
    """How the past of movements in (after, until] is read; None: most of it would be read movement by movement anyway."""
    windowed = [each for each in features if each.window]
    backs = {timedelta(seconds=each.offset + each.window) for each in windowed}
    backs |= {timedelta(seconds=each.offset) for each in windowed if each.offset}
    counted = [each for each in windowed if each.measure == "distinct"]
    distinct = [each.offset + each.window for each in counted]
    first = _day_begin(local_day(after)) if distinct else _hour_of(after)
    near = [Stretch(first, _hour_of(until) + _HOUR)]
    near += [Stretch(_hour_of(after - back), _hour_of(until - back) + _HOUR) for back in backs]
    near = _joined(near)
    gaps = [Stretch(one.end, other.first) for one, other in pairwise(near)]
    saved = sum((each.end - each.first for each in gaps), timedelta())
    if not gaps or saved < (near[-1].first - near[0].first) / 2:
        return None
    hours, days = list[Stretch](), list[tuple[date, date]]()
    for gap in gaps:
        begin, end = local_day(gap.first), local_day(gap.end)
        if _day_begin(begin) < gap.first:
            begin += timedelta(days=1)
        if begin < end:
            days.append((begin, end))
            hours += [Stretch(gap.first, _day_begin(begin)), Stretch(_day_begin(end), gap.end)]
        else:
            hours.append(gap)
    seen = local_day(after - timedelta(seconds=max(distinct))) if distinct else None
    within = all(not each.offset and until - first < timedelta(seconds=each.window) for each in counted)
    sure = list(dict.fromkeys(each.where for each in counted)) if within else []
    return Past(near, first, [each for each in hours if each.first < each.end], days, seen, sure)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    found = list[Stretch]()
    for each in sorted(stretches, key=lambda each: each.first):
        if found and each.first <= found[-1].end:
            found[-1] = Stretch(found[-1].first, max(found[-1].end, each.end))
        else:
            found.append(each)
    return found


def _hours(stretch: Stretch) -> Iterable[datetime]:
    hour = stretch.first
    while hour < stretch.end:
        yield hour
        hour += _HOUR


def _hour_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def _day_begin(day: date) -> datetime:
    return datetime.combine(day, time(), BRASILIA).astimezone(UTC)


#: Rows ``s`` of the busy subject ``b``. Each look-up is kept for itself (offset 0): Postgres does not know how many are busy.
_OF = "company_id = 1 and s.target = '{target}' and s.subject = b.subject and s.currency = %(currency)s"
_US = "(extract(epoch from {at}) * 1000000)::bigint"


def busy_rows(past: Past, target: str, near: str, ends: Sequence[str]) -> str:
    """CTEs and the rows of a pass over busy subjects; the past of whoever is calm stands in ``calm``.

    Args:
        near: SQL of the movements of all busy subjects that are read one by one.
        ends: SQL of the first and of the last movement of ``b`` that stand before the pass; none where no feature looks at them.
    """
    subject, other = {
        "merchant": ("w.merchant_id::text", "w.document"),
        "end_user": ("w.document", "w.merchant_id::text"),
    }[target]
    of = _OF.format(target=target)
    summed = (
        '\'\' collate "C", s.last_at, null::int, s.direction, s.kind, null::text, s.most, s.subject, null::text collate "C",'
        f" {_US.format(at='s.last_at')}, s.n, s.total, 0"
    )
    marks = "".join(
        f"""
        union all
        select e.movement, e.known_at, e.company_id, e.direction, e.kind, e.name, null, e.subject, null, e.us, 0, 0, 0
          from busy b cross join lateral ({end}) e"""
        for end in ends
    )
    return f"""
        near as materialized (
          {near}
        ), late as materialized (
          select w.*, b.subject as of, ({other}) collate "C" as counterparty,
                 date_trunc('hour', w.known_at, 'UTC') <> all (%(near_hours)s::timestamptz[]) as unread
            from movement_waiting w join busy b on b.subject = ({subject}) collate "C"
           where w.company_id = 1 and w.currency = %(currency)s and w.known_at < %(wanted_from)s
             and w.known_at >= %(near_from)s
        ){_seen(target, past.sure) if past.pairs else ""}
        select * from calm
        union all
        select m.movement, m.known_at, m.company_id, m.direction, m.kind, m.name, m.amount, m.subject,
               case when m.known_at >= %(wanted_from)s then m.counterparty end, m.us, 1, m.amount, 1
          from near m
        union all
        select l.movement, l.known_at, l.merchant_id, l.direction, l.kind, null, case when l.unread then l.amount end, l.of, l.counterparty,
               {_US.format(at="l.known_at")}, l.unread::int, case when l.unread then l.amount else 0 end, 1
          from late l
        union all
        select {summed} from busy b cross join unnest(%(hours_from)s::timestamptz[], %(hours_to)s::timestamptz[]) z (first, "end")
          cross join lateral (select * from movement_hour s where s.{of} and s.hour >= z.first and s.hour < z."end" offset 0) s
        union all
        select {summed} from busy b cross join unnest(%(days_from)s::date[], %(days_to)s::date[]) z (first, "end")
          cross join lateral (select * from movement_day s where s.{of} and s.day >= z.first and s.day < z."end" offset 0) s
        {_PAIRS if past.pairs else ""}{marks}
    """


def _seen(target: str, sure: Sequence[str]) -> str:
    """Whoever is seen in what is read, or was seen since, is looked up by itself, unless it counts for sure; of all others the last time is
    the last one before.
    """
    of = _OF.format(target=target)
    counts = " and ".join(f"bool_or({where})" for where in sure) or "false"
    return f""", again as materialized (
          select m.subject, m.counterparty from near m where m.known_at >= %(wanted_from)s and m.counterparty is not null
          union select l.of, l.counterparty from late l where l.counterparty is not null
          union select f.subject, f.counterparty from busy b cross join lateral (
            select s.subject, s.counterparty from pair_last s where s.{of} and s.last_at >= %(wanted_from)s offset 0) f
        ), sure as (
          select m.subject, m.counterparty from near m
           where m.known_at >= %(wanted_from)s and m.known_at <= %(after)s and m.counterparty is not null
           group by m.subject, m.counterparty having {counts}
        ), unsure as (
          select a.subject, a.counterparty from again a
           where not exists (select from sure s where s.subject = a.subject and s.counterparty = a.counterparty)
        ), stood as (
          select f.subject, f.direction, f.kind, f.counterparty as back, f.last_at, 1 as pairs
            from unsure b cross join lateral (
              select distinct on (s.direction, s.kind) s.subject, s.counterparty, s.direction, s.kind, s.last_at from pair_day s
               where s.{of} and s.counterparty = b.counterparty and s.day >= %(pairs_from)s and s.day < %(wanted_day)s
               order by s.direction, s.kind, s.day desc) f
          union all
          select f.subject, f.direction, f.kind, null, max(f.last_at), count(*)::int
            from busy b cross join lateral (
              select s.subject, s.direction, s.kind, s.counterparty, s.last_at, date_trunc('hour', s.last_at, 'UTC') as hour from pair_last s
               where s.{of} and s.last_at >= %(seen_from)s and s.last_at < %(wanted_from)s offset 0) f
           where not exists (select from again a where a.subject = f.subject and a.counterparty = f.counterparty)
           group by f.subject, f.direction, f.kind, case when f.hour = any (%(near_hours)s::timestamptz[]) then f.last_at else f.hour end)"""


_PAIRS = f"""
        union all
        select '' collate "C", s.last_at, null::int, s.direction, s.kind, null::text, null::bigint, s.subject,
               coalesce(s.back, '#' || s.direction || s.kind || extract(epoch from s.last_at)) collate "C",
               {_US.format(at="s.last_at")}, 0, 0, s.pairs
          from stood s"""
