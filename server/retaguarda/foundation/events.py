"""The event table: written in the transaction of what happened, read in batches from a stored offset."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.pg_arrays import of_texts
from retaguarda.foundation.request import Request

BATCH = 500
#: So many are looked over at once by a reader that says which it is for.
LOOKED_OVER = 4 * BATCH


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
        "insert into event (company_id, name, subject_id, person_id, actor, request_id, ip, user_agent, data)"
        " values (%(company)s, %(name)s, %(subject)s, %(person)s, %(actor)s, %(request)s, %(ip)s, %(agent)s, %(data)s::jsonb)",
        {
            "company": company,
            "name": name,
            "subject": subject,
            "person": person,
            "actor": actor,
            "request": request.request_id if request else None,
            "ip": request.ip if request else None,
            "agent": request.user_agent if request else None,
            "data": json_text(data or {}),
        },
    )


async def record_many(
    tx: Tx,
    name: str,
    *,
    company: int,
    actor: str,
    told: Sequence[tuple[str, Mapping[str, Any]]],
    person: UUID | None = None,
) -> None:
    """Writes the same event of many subjects in one statement; ``told`` is of each its id and its data."""
    await tx.execute(
        "insert into event (company_id, name, subject_id, person_id, actor, data)"
        " select %(company)s, %(name)s, l.subject, %(person)s, %(actor)s, l.data::jsonb"
        " from unnest(%(subjects)s::text[], %(data)s::text[]) with ordinality l (subject, data, place) order by l.place",
        {
            "company": company,
            "name": name,
            "person": person,
            "actor": actor,
            "subjects": [subject for subject, _ in told],
            "data": [json_text(data) for _, data in told],
        },
    )


@dataclass(frozen=True, slots=True)
class EventConsumer:
    """Follows the events. ``take`` gets a batch in order and works in the transaction that moves the offset.

    Args:
        names: of the events it is for; the others pass it by in the database. None: all.
    """

    name: str
    take: Callable[[Tx, list[Row]], Awaitable[None]]
    names: frozenset[str] | None = None


async def lagging(database: Database, readers: Sequence[EventConsumer]) -> list[EventConsumer]:
    """Those for which there is something new; at rest one question for all of them."""
    async with database.transaction(SYSTEM) as tx:
        found = await tx.all(_BEHIND, {"names": [reader.name for reader in readers]})
    names = {row["name"] for row in found}
    return [reader for reader in readers if reader.name in names]


async def unsettled(database: Database) -> bool:
    """Whether there are events that no reader takes yet, because a transaction from before them still runs."""
    async with database.transaction(SYSTEM) as tx:
        return await tx.value(
            "select exists (select from event where xid >= pg_snapshot_xmin(pg_current_snapshot())"
            " and xid < pg_snapshot_xmax(pg_current_snapshot()))"
        )


async def held_here(database: Database) -> bool:
    """Whether somebody works in another transaction of this very database; one of Postgres' own is nobody's."""
    async with database.transaction(SYSTEM) as tx:
        return await tx.value(
            "select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'transactionid'"
            " and l.granted and l.pid <> pg_backend_pid() and a.datname = current_database() and a.usesysid is not null)"
        )


async def consume(database: Database, reader: EventConsumer) -> int:
    """Gives the reader its next batch; the number of events taken.

    Events of transactions that may still be running are left for the next time: an id is given before its commit,
    so the order of ids alone would skip what commits late.
    """
    async with database.transaction(SYSTEM) as tx:
        offset = await tx.one(_OFFSET, {"name": reader.name})
        if offset is None and await tx.execute(_BEGIN, {"name": reader.name}):
            offset = await tx.one(_OFFSET, {"name": reader.name})
        if offset is None:  # nothing is new, or another worker has this reader in hand
            return 0
        names = None if reader.names is None else _array(reader.names)
        events = await tx.all(_NEXT, offset | {"names": names, "most": BATCH if names is None else LOOKED_OVER})
        if not events:
            return 0
        # The last comes with them, whatever it is: so far the reader has looked.
        wanted = [event for event in events if reader.names is None or event["name"] in reader.names]
        if wanted:
            await reader.take(tx, wanted)
        await tx.with_commit(
            "update event_reader set xid = %(xid)s::xid8, id = %(id)s, updated_at = now() where name = %(name)s",
            {"xid": events[-1]["xid"], "id": events[-1]["id"], "name": reader.name},
        )
        return len(events)


@cache
def _array(names: frozenset[str]) -> str:
    """Written once for each reader: the driver takes longer for it than the look itself."""
    return of_texts(names)


#: Found at the end of the index. To ask for each reader whether there is any event after its own reads them all, where none is.
_NEWEST = """
(select e.xid, e.id from event e where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.id desc limit 1)
""".strip()
#: A reader that has never read is behind from the first event on.
_BEHIND = f"""
select n.name from unnest(%(names)s::text[]) n (name) left join event_reader r on r.name = n.name
 where (coalesce(r.xid, '0'), coalesce(r.id, 0)) < {_NEWEST}
"""
_BEGIN = "insert into event_reader (name) values (%(name)s) on conflict do nothing"
#: A row that is locked is a row that is written: where nothing is new, nothing is.
_OFFSET = f"""
select r.xid::text, r.id from event_reader r where r.name = %(name)s and (r.xid, r.id) < {_NEWEST} for update skip locked
"""
#: In the order of the table's columns: xid of the answer is text, and 1000 comes before 999 in it.
_NEXT = """
select s.xid::text, s.id, s.company_id, s.name, s.subject_id, s.person_id, s.actor, s.at, s.data
  from (select e.*, lead(e.id) over (order by e.xid, e.id) is null as last
          from (select e.* from event e where (e.xid, e.id) > (%(xid)s::xid8, %(id)s) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
                 order by e.xid, e.id limit %(most)s) e) s
 where %(names)s::text[] is null or s.name = any (%(names)s::text[]) or s.last
 order by s.xid, s.id
"""
