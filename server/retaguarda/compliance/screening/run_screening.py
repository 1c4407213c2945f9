"""Compares parties with lists, and writes what was found: new and changed entries with all parties, new and changed parties with
all entries. Both come to what comparing everything with everything comes to.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.compare_subject import THRESHOLD, Asked, Listed, compare_subject, may_reach
from retaguarda.compliance.screening.find_keys import as_listed, asked_keys, stored_keys
from retaguarda.compliance.screening.parse_words import keys_of
from retaguarda.compliance.screening.write_hits import INSERT, UPDATE, Compared, write_hits
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record_many
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER

FOUND, CHANGED, GONE = "compliance:hit:found", "compliance:hit:reopened", "compliance:hit:gone"
MACHINE = "screening"


class PartyRow(msgspec.Struct, frozen=True):
    id: UUID
    name: str
    other_name: str | None
    document: str | None
    birth: str | None
    keys: list[str] = []

    @property
    def asked(self) -> Asked:
        return Asked([name for name in (self.name, self.other_name) if name], self.document, self.birth)


class EntryRow(msgspec.Struct, frozen=True):
    id: UUID
    list_id: UUID
    entry_key: str
    names: list[str]
    person: bool | None
    document: str | None
    digits: str | None
    births: list[str]
    identity: bytes
    threshold: int
    number: int
    keys: list[str] = []

    @property
    def listed(self) -> Listed:
        return Listed(self.names, self.person, self.document, self.digits, self.births)


class _HitRow(msgspec.Struct, frozen=True):
    id: UUID
    party_id: UUID
    list_id: UUID
    entry_key: str
    score: int
    status: str
    reason: str | None
    identity: bytes


#: What is compared; whoever looks for likely pairs reads its own keys besides.
_ENTRY = (
    "e.id, e.list_id, e.entry_key, e.names, e.person, e.document, e.digits, e.births, e.identity, l.threshold, l.number"
)
_LIST = "join watch_list l on l.company_id = e.company_id and l.id = e.list_id"
_PARTY = "p.id, p.name, p.other_name, p.document, p.birth"


async def hold_lists(tx: Tx) -> None:
    """Wait while a list comes into force, and let none until this transaction ends: a new party and a new entry would not see each other."""
    await tx.execute("select pg_advisory_xact_lock_shared(hashtext('screening'))")


async def lock_lists(tx: Tx) -> None:
    """Wait until no party is being compared, and let none be until this transaction ends."""
    await tx.execute("select pg_advisory_xact_lock(hashtext('screening'))")


async def screen_entries(tx: Tx, list_id: UUID, entry_keys: Sequence[str]) -> int:
    """Compare new and changed entries of a list with every party, and take back what entries that are gone had found."""
    rows = await tx.all(
        f"select e.keys, {_ENTRY} from list_entry e {_LIST}"
        " where e.to_version is null and e.list_id = %(list)s and e.entry_key = any(%(keys)s)",
        {"list": list_id, "keys": list(entry_keys)},
    )
    entries = msgspec.convert(rows, list[EntryRow])
    found = list[tuple[PartyRow, EntryRow]]()
    for entry in entries:
        likely = await tx.all(
            f"select {_PARTY} from screening_found_parties(%(names)s, %(wide)s, %(least)s, %(threshold)s) p",
            {
                "names": asked_keys(entry.listed),
                "wide": entry.keys,
                "least": THRESHOLD,
                "threshold": entry.threshold,
            },
        )
        found += [(party, entry) for party in msgspec.convert(likely, list[PartyRow])]
    old = await tx.all(
        f"select {_KNOWN} where h.list_id = %(list)s and h.entry_key = any(%(keys)s) for update",
        {"list": list_id, "keys": list(entry_keys)},
    )
    return await _reconcile(tx, found, msgspec.convert(old, list[_HitRow]))


async def screen_parties(tx: Tx, parties: Sequence[UUID], lists: Sequence[UUID] | None = None) -> int:
    """Compare parties with every entry; of ``lists`` alone where it is given."""
    rows = await tx.all(
        f"select p.keys, {_PARTY} from screened_party p where p.id = any(%(ids)s)", {"ids": list(parties)}
    )
    found = list[tuple[PartyRow, EntryRow]]()
    wanted = None if lists is None else list(lists)
    for party in msgspec.convert(rows, list[PartyRow]):
        likely = await tx.all(
            "select * from screening_found_entries(%(names)s, %(wide)s, %(least)s, %(lists)s::uuid[])",
            {
                "names": asked_keys(as_listed(party.asked)),
                "wide": party.keys,
                "least": THRESHOLD,
                "lists": wanted,
            },
        )
        found += [(party, entry) for entry in msgspec.convert(likely, list[EntryRow])]
    old = await tx.all(
        f"select {_KNOWN} where h.party_id = any(%(ids)s) and (%(lists)s::uuid[] is null or h.list_id = any(%(lists)s)) for update",
        {"ids": list(parties), "lists": wanted},
    )
    return await _reconcile(tx, found, msgspec.convert(old, list[_HitRow]))


async def screen_all(tx: Tx, list_id: UUID | None = None) -> int:
    """Compare every party with every entry; of one list where it is named."""
    rows = await tx.all("select id from screened_party order by id")
    ids = [number for row in rows for number in row.values()]
    return sum(
        [await screen_parties(tx, ids[at : at + 500], [list_id] if list_id else None) for at in range(0, len(ids), 500)]
    )


async def _reconcile(tx: Tx, candidates: Iterable[tuple[PartyRow, EntryRow]], old: Sequence[_HitRow]) -> int:
    """Write new hits, the scores of known ones, what an entry that tells of somebody else now opens again, and what is gone."""
    known = {(hit.party_id, hit.list_id, hit.entry_key): hit for hit in old}
    seen, new, same, gone = set[tuple[UUID, UUID, str]](), list[Compared](), list[Compared](), list[UUID]()
    for party, entry in candidates:
        if not may_reach(party.asked, entry.listed, entry.threshold):
            continue
        likeness = compare_subject(party.asked, entry.listed)
        key = (party.id, entry.list_id, entry.entry_key)
        if likeness.score < entry.threshold or key in seen:
            continue
        seen.add(key)
        hit = known.get(key)
        (same if hit else new).append(Compared.of(hit.id if hit else uuid7(), party.id, entry, likeness))
    for key, hit in known.items():
        if key not in seen and hit.status == "pending":
            gone.append(hit.id)
    await tx.execute("update list_hit set status = 'skipped', reason = 'gone' where id = any(%(ids)s)", {"ids": gone})
    again = await write_hits(tx, UPDATE, same)
    for event, ids in ((FOUND, await write_hits(tx, INSERT, new)), (CHANGED, again), (GONE, gone)):
        if ids:
            await record_many(tx, event, company=PROVIDER, actor=MACHINE, events=[(str(number), {}) for number in ids])
    return len(new)


async def screen_waiting(tx: Tx) -> int:
    """Compare the counterparties and clients of exchange that wait for it; return how many did."""
    await hold_lists(tx)
    rows = await tx.all(
        f"select id, name, document from screened_party where waiting order by changed_at limit {_AT_ONCE} for update skip locked"
    )
    waiting = msgspec.convert(rows, list[_Waiting])
    for each in waiting:
        await tx.execute(
            "update screened_party set keys = %(keys)s, name_keys = %(name_keys)s, waiting = false, changed_at = now() where id = %(id)s",
            {
                "id": each.id,
                "keys": keys_of([each.name], each.document),
                "name_keys": stored_keys(as_listed(Asked([each.name], each.document))),
            },
        )
    await screen_parties(tx, [each.id for each in waiting])
    return len(waiting)


#: Parties that one transaction compares.
_AT_ONCE = 200


class _Waiting(msgspec.Struct):
    id: UUID
    name: str
    document: str | None


_KNOWN = "h.id, h.party_id, h.list_id, h.entry_key, h.score, h.status, h.reason, h.identity from list_hit h"
