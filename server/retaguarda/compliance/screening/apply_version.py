"""Brings a version of a list into force: reads it, guards against a file that lost or gained too much, writes what differs, and
compares that with every party, all in one transaction.
"""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.find_keys import stored_keys
from retaguarda.compliance.screening.model import MOST_CHANGE, MOST_REFUSED, WatchList
from retaguarda.compliance.screening.parse_list import ParsedEntry, ParsedList, Unreadable, parse_list
from retaguarda.compliance.screening.parse_words import keys_of
from retaguarda.compliance.screening.queries import list_for_update
from retaguarda.compliance.screening.run_screening import MACHINE, lock_lists, screen_entries
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER

ACTIVATED, HELD = "compliance:list_version:activated", "compliance:list_version:held"
UNREADABLE = "compliance:list_version:unreadable"


class _Version(msgspec.Struct):
    id: UUID
    list_id: UUID
    status: str
    content: bytes | None


class _Current(msgspec.Struct):
    entry_key: str
    content_hash: bytes


class _Kept(msgspec.Struct):
    """An entry as it is stored, for a version that brings it back."""

    entry_key: str
    names: list[str]
    person: bool | None
    document: str | None
    digits: str | None
    births: list[str]
    countries: list[str]
    detail: str


class ListReading:
    """Reads a version that was received."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, version: str) -> None:
        """Safe to repeat: a version that is read already is left alone."""
        async with self._database.transaction(Scope((PROVIDER,))) as tx:
            await apply_version(tx, UUID(version), guarded=True)


async def apply_version(tx: Tx, version: UUID, *, guarded: bool) -> None:
    """Read a version and bring it into force, or hold it for a person where the guard says so.

    Args:
        guarded: False where a person has accepted what the guard held.
    """
    list_id = await tx.value("select list_id from list_version where id = %(id)s", {"id": version})
    if list_id is None:
        return
    await lock_lists(tx)
    watch_list = await list_for_update(tx, list_id)
    row = await tx.one(
        "select id, list_id, status, content from list_version where id = %(id)s for update", {"id": version}
    )
    found = msgspec.convert(row, _Version)
    if found.content is None or found.status not in (("received",) if guarded else ("held",)):
        return
    try:
        parsed = parse_list(found.content, watch_list.format)
    except Unreadable as problem:
        await _end(tx, watch_list, version, "unreadable", str(problem))
        return
    problem = guard(watch_list.entries, parsed) if guarded else None
    if problem is not None:
        await tx.execute(
            "update list_version set entries = %(entries)s, refused = %(refused)s, published = %(published)s where id = %(id)s",
            {"id": version, "entries": len(parsed.entries), "refused": parsed.refused, "published": parsed.published},
        )
        await _end(tx, watch_list, version, "held", problem)
        return
    await bring_into_force(tx, watch_list, version, parsed)


def guard(before: int, parsed: ParsedList) -> str | None:
    """Why a person has to look at a version; None: it may come into force by itself."""
    now = len(parsed.entries)
    if parsed.refused * 1_000 > MOST_REFUSED * (now + parsed.refused):
        return "too_many_refused"
    if before and abs(now - before) * 100 > MOST_CHANGE * before:
        return "size_changed"
    return None


async def bring_into_force(tx: Tx, watch_list: WatchList, version: UUID, parsed: ParsedList) -> None:
    number = watch_list.number + 1
    rows = await tx.all(
        "select entry_key, content_hash from list_entry where list_id = %(list)s and to_version is null",
        {"list": watch_list.id},
    )
    before = {each.entry_key: each.content_hash for each in msgspec.convert(rows, list[_Current])}
    now = {entry.key: entry for entry in parsed.entries}
    added = [key for key in now if key not in before]
    changed = [key for key, entry in now.items() if key in before and before[key] != entry.content_hash()]
    removed = [key for key in before if key not in now]
    await tx.execute(
        "update list_entry set to_version = %(number)s where list_id = %(list)s and to_version is null and entry_key = any(%(keys)s)",
        {"list": watch_list.id, "number": number, "keys": [*changed, *removed]},
    )
    await _insert(tx, watch_list.id, number, [now[key] for key in (*added, *changed)])
    await tx.execute(
        "update list_version set status = 'replaced' where list_id = %(list)s and status = 'active'",
        {"list": watch_list.id},
    )
    await tx.execute(
        "update list_version set status = 'active', number = %(number)s, content = null, entries = %(entries)s, added = %(added)s,"
        " changed = %(changed)s, removed = %(removed)s, refused = %(refused)s, published = %(published)s where id = %(id)s",
        {
            "id": version,
            "number": number,
            "entries": len(now),
            "added": len(added),
            "changed": len(changed),
            "removed": len(removed),
            "refused": parsed.refused,
            "published": parsed.published,
        },
    )
    await tx.execute(
        "update watch_list set number = %(number)s, entries = %(entries)s, checked_at = now() where id = %(list)s",
        {"list": watch_list.id, "number": number, "entries": len(now)},
    )
    hits = await screen_entries(tx, watch_list.id, [*added, *changed, *removed])
    data = {"name": watch_list.name, "number": number, "entries": len(now), "hits": hits}
    await record(tx, ACTIVATED, company=PROVIDER, subject=str(watch_list.id), actor=MACHINE, data=data)


async def _insert(tx: Tx, list_id: UUID, number: int, entries: Sequence[ParsedEntry]) -> None:
    for entry in entries:
        await tx.execute(
            _ENTRY,
            {
                "id": uuid7(),
                "list": list_id,
                "key": entry.key,
                "number": number,
                "person": entry.person,
                "names": list(entry.names),
                "document": entry.document,
                "digits": entry.digits,
                "births": list(entry.births),
                "countries": list(entry.countries),
                "detail": entry.detail,
                "identity": entry.identity(),
                "hash": entry.content_hash(),
                "keys": keys_of(entry.names, entry.document, entry.digits),
                "name_keys": stored_keys(entry.listed),
            },
        )


async def _end(tx: Tx, watch_list: WatchList, version: UUID, status: str, problem: str) -> None:
    await tx.execute(
        "update list_version set status = %(status)s, problem = %(problem)s,"
        " content = case when %(status)s = 'held' then content end where id = %(id)s",
        {"id": version, "status": status, "problem": problem},
    )
    event = HELD if status == "held" else UNREADABLE
    data = {"name": watch_list.name, "problem": problem}
    await record(tx, event, company=PROVIDER, subject=str(watch_list.id), actor=MACHINE, data=data)


async def entries_at(tx: Tx, list_id: UUID, number: int) -> ParsedList:
    """The entries of a former version."""
    rows = await tx.all(
        "select entry_key, names, person, document, digits, births, countries, detail from list_entry"
        " where list_id = %(list)s and from_version <= %(number)s and (to_version is null or to_version > %(number)s)"
        " order by entry_key",
        {"list": list_id, "number": number},
    )
    return ParsedList([_parsed(each) for each in msgspec.convert(rows, list[_Kept])], 0, None)


def _parsed(kept: _Kept) -> ParsedEntry:
    births, countries = tuple(kept.births), tuple(kept.countries)
    return ParsedEntry(
        kept.entry_key, tuple(kept.names), kept.person, kept.document, kept.digits, births, countries, kept.detail
    )


_ENTRY = """
    insert into list_entry (id, list_id, entry_key, from_version, person, names, document, digits, births, countries, detail, identity,
                            content_hash, keys, name_keys)
    values (%(id)s, %(list)s, %(key)s, %(number)s, %(person)s, %(names)s, %(document)s, %(digits)s, %(births)s, %(countries)s,
            %(detail)s, %(identity)s, %(hash)s, %(keys)s, %(name_keys)s)
"""
