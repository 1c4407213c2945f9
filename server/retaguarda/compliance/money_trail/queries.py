"""Parties of the money trail, and what Postgres tells of their movements."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

import msgspec

from retaguarda.compliance.money_trail.model import FIRST_READ, PARTY_READ, SUBJECT_READ, Course
from retaguarda.foundation.database import Tx


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose money, which way, and the movements that count. ``days`` around an alert are told back as they were asked."""

    document: str
    name: str | None
    course: Course
    currency: str
    since: datetime
    until: datetime
    days: int


class Arrival(NamedTuple):
    at: datetime
    movement: str
    amount: int


class Moved(msgspec.Struct):
    """A movement of a party of the layer. ``carried``: how much of it is the trail's; ``read``: movements that were read."""

    party: int
    at: datetime
    movement: str
    document: str | None
    name: str | None
    amount: int
    carried: int
    read: int


class Company(msgspec.Struct):
    id: int
    document: str
    name: str


@dataclass(slots=True)
class Party:
    place: int
    layer: int
    document: str | None
    name: str | None
    company: int | None = None
    again: int | None = None
    entered: int = 0
    followed: int = 0
    more: int = 0
    more_amount: int = 0
    capped: bool = False
    arrivals: list[Arrival] = field(default_factory=list[Arrival])

    @property
    def most_read(self) -> int:
        return SUBJECT_READ if self.layer == 0 else PARTY_READ


async def companies_of(tx: Tx, documents: Iterable[str]) -> dict[str, Company]:
    """The merchants among these documents; the provider itself is none."""
    rows = await tx.all(
        "select id, document, name from company where document = any (%(documents)s) and id <> 1",
        {"documents": list(documents)},
    )
    return {each.document: each for each in msgspec.convert(rows, list[Company])}


async def read_step(tx: Tx, asked: Asked, layer: Sequence[Party]) -> list[Moved]:
    """The movements of these parties that carry the trail's money on.

    What came in has mostly gone on after a few movements, so a few are read first; then of those parties alone of whose money
    something is left.
    """
    if not layer or layer[0].layer == 0:
        return await _read(tx, asked, layer, SUBJECT_READ)
    rows = await _read(tx, asked, layer, FIRST_READ)
    carried, read = Counter[int](), dict[int, int]()
    for row in rows:
        carried[row.party] += row.carried
        read[row.party] = row.read
    longer = [each for each in layer if read.get(each.place, 0) >= FIRST_READ and carried[each.place] < each.entered]
    if not longer:
        return rows
    again = {each.place for each in longer}
    return [row for row in rows if row.party not in again] + await _read(tx, asked, longer, PARTY_READ)


async def _read(tx: Tx, asked: Asked, parties: Sequence[Party], most: int) -> list[Moved]:
    """What these parties moved on, of at most so many movements of each."""
    if not parties:
        return []
    onward = asked.course == "onward"
    arrivals = [(each.place, *arrival) for each in parties for arrival in each.arrivals]
    edge = min if onward else max
    values = {
        "places": [each.place for each in parties],
        "documents": [each.document for each in parties],
        "companies": [each.company for each in parties],
        "reached": [
            edge((arrival.at for arrival in each.arrivals), default=asked.since if onward else asked.until)
            for each in parties
        ],
        "most": most,
        "arrived": [each[0] for each in arrivals],
        "arrived_at": [each[1] for each in arrivals],
        "arrived_by": [each[2] for each in arrivals],
        "arrived_amount": [each[3] for each in arrivals],
        "subject": parties[0].layer == 0,
        "since": asked.since,
        "until": asked.until,
        "currency": asked.currency,
    }
    return msgspec.convert(await tx.all(_ONWARD if onward else _BACK, values), list[Moved])


def _step_sql(onward: bool) -> str:
    """SQL of a step. What has gone on up to a movement is the least, over all moments up to it, of what had come in by then and
    all that moved since: min(in(s) + out(t) - out(s)), and no more than out(t).
    """
    way = "asc" if onward else "desc"
    moved = (
        "money_gone_out(p.document, p.company, p.reached, %(until)s, %(currency)s, %(most)s)"
        if onward
        else "money_come_in(p.document, p.company, %(since)s, p.reached, %(currency)s, %(most)s)"
    )
    return f"""
        with party as (
          select * from unnest(%(places)s::int[], %(documents)s::text[], %(companies)s::int[], %(reached)s::timestamptz[])
                        as p (party, document, company, reached)
        ), line as (
          select a.party, a.at, a.movement, null::text as document, null::text as name, a.amount as came, 0::bigint as amount
            from unnest(%(arrived)s::int[], %(arrived_at)s::timestamptz[], %(arrived_by)s::text[], %(arrived_amount)s::bigint[])
                        as a (party, at, movement, amount)
          union all
          select p.party, m.at, m.movement, m.document, m.name, 0, m.amount from party p cross join lateral {moved} m
        ), summed as (
          select l.*, sum(l.came) over w as come, sum(l.amount) over w as gone,
                 count(*) filter (where l.amount > 0) over (partition by l.party) as read
            from line l window w as (partition by l.party order by l.at {way}, l.movement collate "C" {way} rows unbounded preceding)
        ), limited as (
          select s.*, case when %(subject)s then s.gone else s.gone + min(least(0, s.come - s.gone)) over w end as on_so_far
            from summed s window w as (partition by s.party order by s.at {way}, s.movement collate "C" {way} rows unbounded preceding)
        ), carrying as (
          select f.*, f.on_so_far - lag(f.on_so_far, 1, 0::numeric) over w as carried
            from limited f window w as (partition by f.party order by f.at {way}, f.movement collate "C" {way})
        )
        select c.party, c.at, c.movement, c.document, c.name, c.amount, c.carried::bigint as carried, c.read::int as read
          from carrying c where c.carried > 0 order by c.party, c.at, c.movement collate "C"
    """


_ONWARD, _BACK = _step_sql(True), _step_sql(False)
