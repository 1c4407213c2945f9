"""By the clock: incidents are found in the minutes that are over, and old minutes are deleted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.availability.estimate_loss import PAID_THROUGH, write_loss
from retaguarda.availability.find_outages import MINUTE, Judged, Outage, find_outages, judge, judge_heartbeat
from retaguarda.availability.model import IncidentRule
from retaguarda.availability.queries import rule_in_force
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER

ACTOR = "retaguarda"
#: Minutes of a service are kept so long; the bad ones of an incident stay with it.
KEPT_DAYS = 190
#: A minute is looked at when it is over for so long: processes write their counts every few seconds.
SETTLED = timedelta(seconds=60)
#: At most so much time is looked at in one transaction.
_PIECE = timedelta(days=1)
_ROLES = ("api", "worker")


class _Counted(msgspec.Struct):
    """What was counted of one service in one minute."""

    service: str
    link_id: UUID | None
    at: datetime
    answered: int
    failed: int
    buckets: list[int]


class _GoingOn(msgspec.Struct):
    """An incident that the rule has not ended yet, and its last bad minute."""

    id: UUID
    service: str
    link_id: UUID | None
    last_bad: datetime


class _Watched(msgspec.Struct):
    looked_since: datetime
    looked_until: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Watch:
    """Looks for incidents. Two at once: the second waits for the first, and finds nothing left to do."""

    database: Database

    async def run(self) -> None:
        while True:
            async with self.database.transaction(SYSTEM) as tx:
                if not await look(tx):
                    return

    async def sweep(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            for table in ("service_minute", "process_minute"):
                await tx.execute(f"delete from {table} where at < now() - interval '{KEPT_DAYS} days'")


async def look(tx: Tx) -> bool:
    """Look at the next minutes that are over; returns whether there may be more."""
    row = await tx.one(_WATCHED, {"settled": SETTLED})
    if row is None:
        row = await tx.one(_BEGIN, {"settled": SETTLED})
    if row is None:
        return False
    watched = msgspec.convert(row, _Watched)
    until = min(watched.until, watched.looked_until + _PIECE)
    if until <= watched.looked_until:
        return False
    rule = await rule_in_force(tx)
    going_on = {(each.service, each.link_id): each for each in msgspec.convert(await tx.all(_GOING_ON), list[_GoingOn])}
    # The beginning of a run of bad minutes may have been looked at before.
    early = watched.looked_until - MINUTE * (rule.opens_after - 1)
    earliest = min([early, *(each.last_bad + MINUTE for each in going_on.values())])
    counted = await _counted(tx, earliest, until)
    for role in _ROLES:
        counted[role, None] = await _heartbeats(tx, role, max(earliest, watched.looked_since), until)
    for (service, link), minutes in sorted(counted.items(), key=str):
        ongoing = going_on.get((service, link))
        start = early if ongoing is None else ongoing.last_bad + MINUTE
        judged = _whole(minutes, max(start, watched.looked_since), until, rule)
        for outage in find_outages(judged, rule, going_on=ongoing is not None):
            await _keep(tx, service, link, outage, ongoing if outage.continued else None, rule)
    await tx.execute("update incident_watch set looked_until = %(until)s", {"until": until})
    return until < watched.until


Kept = dict[datetime, _Counted | bool]


def _whole(minutes: Kept, start: datetime, until: datetime, rule: IncidentRule) -> Iterable[Judged]:
    """Yields every minute from ``start`` to ``until``; one without a row says nothing."""
    at = start
    while at < until:
        match minutes.get(at):
            case bool() as alive:
                yield judge_heartbeat(at, alive)
            case None:
                yield Judged(at, None)
            case calls:
                yield judge(at, rule, calls.answered, calls.failed, calls.buckets)
        at += MINUTE


async def _counted(tx: Tx, start: datetime, until: datetime) -> dict[tuple[str, UUID | None], Kept]:
    rows = msgspec.convert(await tx.all(_COUNTED, {"start": start, "until": until}), list[_Counted])
    found = dict[tuple[str, UUID | None], Kept]()
    for row in rows:
        found.setdefault((row.service, row.link_id), {})[row.at] = row
    # A service that is silent now may be one whose incident has to end.
    for going_on in msgspec.convert(await tx.all(_GOING_ON), list[_GoingOn]):
        found.setdefault((going_on.service, going_on.link_id), {})
    return found


async def _heartbeats(tx: Tx, role: str, start: datetime, until: datetime) -> Kept:
    alive: list[datetime] = await tx.value(
        "select coalesce(array_agg(distinct at), '{}') from process_minute"
        " where role = %(role)s and at >= %(start)s and at < %(until)s",
        {"role": role, "start": start, "until": until},
    )
    found: Kept = {}
    # A role begins with its first heartbeat.
    first: datetime | None = await tx.value("select min(at) from process_minute where role = %(role)s", {"role": role})
    seen, at = set(alive), until if first is None else max(start, first)
    while at < until:
        found[at] = at in seen
        at += MINUTE
    return found


async def _keep(
    tx: Tx, service: str, link: UUID | None, outage: Outage, ongoing: _GoingOn | None, rule: IncidentRule
) -> None:
    """Write an outage: as a new incident, or as more of one that goes on."""
    incident = uuid7() if ongoing is None else ongoing.id
    if ongoing is None:
        values = {
            "id": incident,
            "service": service,
            "link": link,
            "found_by": outage.found_by,
            "rule": rule.version,
            "began": outage.began_at,
            "by": ACTOR,
        }
        await tx.execute(_OPEN, values | {"minutes": len(outage.bad)})
    await _add_minutes(tx, incident, outage.bad)
    await tx.execute(_COUNT, {"id": incident, "over": outage.over})
    if ongoing is None:
        await _told(tx, "detected", incident, service, outage)
    if outage.over:
        await _told(tx, "ended", incident, service, outage)
        if service in PAID_THROUGH:
            await write_loss(tx, incident)


async def _add_minutes(tx: Tx, incident: UUID, bad: Sequence[Judged]) -> None:
    await tx.execute(
        "insert into incident_minute (incident_id, at, why, answered, failed)"
        " select %(id)s, u.* from unnest(%(at)s::timestamptz[], %(why)s::text[], %(answered)s::int[], %(failed)s::int[]) u",
        {
            "id": incident,
            "at": [minute.at for minute in bad],
            "why": [minute.why for minute in bad],
            "answered": [minute.answered for minute in bad],
            "failed": [minute.failed for minute in bad],
        },
    )


async def _told(tx: Tx, what: str, incident: UUID, service: str, outage: Outage) -> None:
    number: int = await tx.value("select number from incident where id = %(id)s", {"id": incident})
    await record(
        tx,
        f"audit:incident:{what}",
        company=PROVIDER,
        subject=str(incident),
        actor=ACTOR,
        data={"number": number, "service": service, "minutes": len(outage.bad)},
    )


#: Locked, so that minutes are looked at once.
_WATCHED = """
    select looked_since, looked_until, date_trunc('minute', now() - %(settled)s, 'UTC') as until from incident_watch for update
"""
#: Watching begins with the first heartbeat; before it nobody was meant to be there.
_BEGIN = """
    insert into incident_watch (looked_since, looked_until)
    select min(at), min(at) from process_minute having min(at) is not null
    on conflict do nothing
    returning looked_since, looked_until, date_trunc('minute', now() - %(settled)s, 'UTC') as until
"""
_GOING_ON = """
    select i.id, i.service, i.link_id, (select max(at) from incident_minute m where m.incident_id = i.id) as last_bad
      from incident i where i.ended_at is null and i.found_by <> 'person'
"""
_COUNTED = """
    select service, null::uuid as link_id, at, answered, failed, buckets
      from service_minute where at >= %(start)s and at < %(until)s
    union all
    select 'link', connection_id, at, answered, failed, '{}' from processor_minute where at >= %(start)s and at < %(until)s
"""
_OPEN = """
    insert into incident (id, service, link_id, found_by, rule_version, began_at, minutes, opened_by)
    values (%(id)s, %(service)s, %(link)s, %(found_by)s, %(rule)s, %(began)s, %(minutes)s, %(by)s)
"""
#: What was announced before covers all of it, or it was not planned.
_COUNT = """
    update incident i
       set minutes = m.minutes, answered = m.answered, failed = m.failed,
           ended_at = case when %(over)s then m.last + interval '1 minute' end,
           planned = exists (select from maintenance a where a.service in (i.service, 'api')
                              and a.began_at <= i.began_at and a.ended_at > m.last)
      from (select count(*)::int as minutes, sum(answered)::int as answered, sum(failed)::int as failed, max(at) as last
              from incident_minute where incident_id = %(id)s) m
     where i.company_id = 1 and i.id = %(id)s
"""
