"""The event table: a transaction writes its events, and consumers read them in batches from a stored offset."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.pg_arrays import of_texts
from retaguarda.foundation.request import Request
from retaguarda.foundation.typed_rows import fetch_all

BATCH = 500
#: Events that a consumer with ``names`` scans at once.
SCANNED = 4 * BATCH


#: Writes one event: also as the record of a RecordedRefusal, whose own transaction leaves nothing.
INSERT = (
    "insert into event (company_id, name, subject_id, person_id, actor, request_id, ip, user_agent, data)"
    " values (%(company)s, %(name)s, %(subject)s, %(person)s, %(actor)s, %(request)s, %(ip)s, %(agent)s, %(data)s::jsonb)"
)


async def record(
    tx: Tx,
    name: str,
    *,
    company: int,
    subject: str,
    actor: str,
    person: UUID | None = None,
    request: Request | None = None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Writes one event. ``name`` is ``source:subject:action``; ``data`` holds no secret and no document number."""
    await tx.execute(
        INSERT,
        {
            "company": company, "name": name, "subject": subject, "person": person, "actor": actor,
            "request": request.request_id if request else None, "ip": request.ip if request else None,
            "agent": request.user_agent if request else None, "data": json_text(data or {}),
        },
    )  # fmt: skip


async def record_many(
    tx: Tx,
    name: str,
    *,
    company: int,
    actor: str,
    events: Sequence[tuple[str, Mapping[str, Any]]],
    person: UUID | None = None,
) -> None:
    """Writes the same event for many subjects in one statement; ``events`` are pairs of subject id and data."""
    await tx.execute(
        "insert into event (company_id, name, subject_id, person_id, actor, data)"
        " select %(company)s, %(name)s, l.subject, %(person)s, %(actor)s, l.data::jsonb"
        " from unnest(%(subjects)s::text[], %(data)s::text[]) with ordinality l (subject, data, place) order by l.place",
        {
            "company": company,
            "name": name,
            "person": person,
            "actor": actor,
            "subjects": [subject for subject, _ in events],
            "data": [json_text(data) for _, data in events],
        },
    )


class Event(msgspec.Struct, frozen=True):
    """An event as its consumers get it; ``xid`` and ``id`` are its place among all of them."""

    xid: str
    id: int
    company_id: int
    name: str
    subject_id: str
    person_id: UUID | None
    actor: str
    at: datetime
    data: Any


class _Reader(msgspec.Struct, frozen=True):
    name: str


@dataclass(frozen=True, slots=True)
class EventConsumer:
    """Follows the events. ``take`` gets a batch in order and works in the transaction that moves the offset.

    Args:
        names: of the events it wants; the database filters out the others. None: all.
    """

    name: str
    take: Callable[[Tx, list[Event]], Awaitable[None]]
    names: frozenset[str] | None = None


async def lagging(database: Database, consumers: Sequence[EventConsumer]) -> list[EventConsumer]:
    """Returns the consumers with new events; at rest this is one query for all of them."""
    async with database.transaction(SYSTEM) as tx:
        found = await tx.all(_LAGGING, {"names": [consumer.name for consumer in consumers]})
    names = {row["name"] for row in found}
    return [consumer for consumer in consumers if consumer.name in names]


async def pass_over(database: Database, consumers: Sequence[EventConsumer]) -> tuple[int, list[EventConsumer]]:
    """Moves those consumers past their next batch that want nothing of it, and returns how many moved and who is left.

    Most events concern few consumers: one transaction for all others, instead of one for each.
    """
    picky = {consumer.name: sorted(consumer.names) for consumer in consumers if consumer.names is not None}
    if len(picky) < 2:
        return 0, list(consumers)
    async with database.transaction(SYSTEM) as tx:
        # Whom another worker runs is left to it.
        wanted = {held.name: picky[held.name] for held in await fetch_all(tx, _Reader, _HOLD, {"names": list(picky)})}
        past = {"wanted": json_text(wanted), "most": SCANNED}
        moved = {reader.name for reader in await fetch_all(tx, _Reader, _MOVE_PAST, past)}
    return len(moved), [consumer for consumer in consumers if consumer.name not in moved]


async def has_unsettled(database: Database) -> bool:
    """Returns whether some events are not readable yet, because an earlier transaction still runs."""
    async with database.transaction(SYSTEM) as tx:
        return await tx.value(
            "select exists (select from event where xid >= pg_snapshot_xmin(pg_current_snapshot())"
            " and xid < pg_snapshot_xmax(pg_current_snapshot()))"
        )


async def transaction_open(database: Database) -> bool:
    """Returns whether a client holds a transaction open in this database; Postgres' own processes do not count."""
    async with database.transaction(SYSTEM) as tx:
        return await tx.value(
            "select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'transactionid'"
            " and l.granted and l.pid <> pg_backend_pid() and a.datname = current_database() and a.usesysid is not null)"
        )


async def consume(database: Database, consumer: EventConsumer) -> int:
    """Gives the consumer its next batch, and returns the number of events taken.

    It leaves events of transactions that may still be running for the next time: an id is assigned before its commit, so
    reading by id alone would skip what commits late.
    """
    async with database.transaction(SYSTEM) as tx:
        offset = await tx.one(_OFFSET, {"name": consumer.name})
        if offset is None and await tx.execute(BEGIN, {"name": consumer.name}):
            offset = await tx.one(_OFFSET, {"name": consumer.name})
        if offset is None:  # nothing is new, or another worker runs this consumer
            return 0
        names = None if consumer.names is None else names_array(consumer.names)
        events = await fetch_all(
            tx, Event, NEXT, offset | {"names": names, "most": BATCH if names is None else SCANNED}
        )
        if not events:
            return 0
        # The batch always ends with the last event scanned, wanted or not: the offset moves there.
        wanted = [event for event in events if consumer.names is None or event.name in consumer.names]
        if wanted:
            await consumer.take(tx, wanted)
        await tx.with_commit(
            "update event_reader set xid = %(xid)s::xid8, id = %(id)s, updated_at = now() where name = %(name)s",
            {"xid": events[-1].xid, "id": events[-1].id, "name": consumer.name},
        )
        return len(events)


@cache
def names_array(names: frozenset[str]) -> str:
    """Cached: the driver takes longer to write the array than Postgres takes to scan."""
    return of_texts(names)


#: Found at the end of the index. Asking per consumer whether any event is newer would read them all when none is.
NEWEST = """
(select e.xid, e.id from event e where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.id desc limit 1)
""".strip()
#: A consumer without an offset lags from the first event on.
_LAGGING = f"""
select n.name from unnest(%(names)s::text[]) n (name) left join event_reader r on r.name = n.name
 where (coalesce(r.xid, '0'), coalesce(r.id, 0)) < {NEWEST}
"""
BEGIN = "insert into event_reader (name) values (%(name)s) on conflict do nothing"
#: Locking a row writes it: where nothing is new, this locks nothing.
_OFFSET = f"""
select r.xid::text, r.id from event_reader r where r.name = %(name)s and (r.xid, r.id) < {NEWEST} for update skip locked
"""
_HOLD = "select r.name from event_reader r where r.name = any(%(names)s) for update skip locked"
#: As NEXT scans, and nothing of it is wanted. The rows are held already, so that an offset read here is the offset.
_MOVE_PAST = """
update event_reader r set xid = p.xid, id = p.id, updated_at = now()
  from (select o.name, s.xid, s.id from jsonb_each(%(wanted)s::jsonb) w (name, names) join event_reader o on o.name = w.name
         cross join lateral (
           select bool_or(w.names ? e.name) as wanted, (array_agg(e.xid order by e.xid desc, e.id desc))[1] as xid,
                  (array_agg(e.id order by e.xid desc, e.id desc))[1] as id
             from (select e.xid, e.id, e.name from event e
                    where (e.xid, e.id) > (o.xid, o.id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
                    order by e.xid, e.id limit %(most)s) e) s where not s.wanted) p
 where r.name = p.name returning r.name
"""
#: Order by the table's columns: the xid in the result is text, in which 1000 sorts before 999.
NEXT = """
select s.xid::text, s.id, s.company_id, s.name, s.subject_id, s.person_id, s.actor, s.at, s.data
  from (select e.*, lead(e.id) over (order by e.xid, e.id) is null as last
          from (select e.* from event e where (e.xid, e.id) > (%(xid)s::xid8, %(id)s) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
                 order by e.xid, e.id limit %(most)s) e) s
 where %(names)s::text[] is null or s.name = any (%(names)s::text[]) or s.last
 order by s.xid, s.id
"""
