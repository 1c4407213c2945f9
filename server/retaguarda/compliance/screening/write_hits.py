"""Writes what a comparison found, many pairs with one statement."""

from typing import Protocol, Self
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.compare_subject import Likeness
from retaguarda.compliance.screening.model import Evidence
from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today


class ComparedEntry(Protocol):
    @property
    def id(self) -> UUID: ...
    @property
    def list_id(self) -> UUID: ...
    @property
    def entry_key(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def identity(self) -> bytes: ...


class Compared(msgspec.Struct):
    """A pair that is alike enough, as one statement writes many. ``identity`` in hexadecimal."""

    id: UUID
    party: UUID
    list: UUID
    key: str
    entry: UUID
    version: int
    score: int
    evidence: Evidence
    identity: str

    @classmethod
    def of(cls, number: UUID, party: UUID, entry: "ComparedEntry", likeness: Likeness) -> Self:
        return cls(
            number,
            party,
            entry.list_id,
            entry.entry_key,
            entry.id,
            entry.number,
            likeness.score,
            likeness.evidence,
            entry.identity.hex(),
        )


async def write_hits(tx: Tx, statement: str, rows: list[Compared]) -> list[UUID]:
    """The ids that the statement returns."""
    if not rows:
        return []
    found = await tx.all(statement, {"rows": json_text(rows), "day": today(BRASILIA)})
    return [number for row in found for number in row.values()]


#: Each pair, and whether it is on the whitelist as long as the entry tells of the same person.
_PAIRS = """
    (select r.*, decode(r.identity, 'hex') as told, exists (
              select from whitelist_pair w where w.party_id = r.party and w.list_id = r.list and w.entry_key = r.key
                 and w.identity = decode(r.identity, 'hex') and w.state = 'in_force' and w.expires_on >= %(day)s) as listed
       from jsonb_to_recordset(%(rows)s::jsonb) r (id uuid, party uuid, list uuid, key text, entry uuid, version int, score int,
                                                   evidence jsonb, identity text)) r
"""
INSERT = f"""
    insert into list_hit (id, party_id, list_id, entry_key, entry_id, version, score, evidence, identity, status, reason)
    select r.id, r.party, r.list, r.key, r.entry, r.version, r.score, r.evidence, r.told,
           case when r.listed then 'skipped' else 'pending' end, case when r.listed then 'whitelisted' end
      from {_PAIRS}
    returning id
"""
#: A person has to look again where the entry tells of somebody else than the one who was decided about, or is back.
UPDATE = f"""
    with changed as (
      update list_hit h
         set entry_id = r.entry, version = r.version, score = r.score, evidence = r.evidence, identity = r.told,
             status = case when r.again then 'pending' else h.status end,
             reason = case when not r.again then h.reason end, comment = case when not r.again then h.comment end,
             decided_at = case when not r.again then h.decided_at end, decided_by = case when not r.again then h.decided_by end,
             decided_by_id = case when not r.again then h.decided_by_id end
        from (select r.*, not r.listed and (o.status = 'skipped' or (o.status = 'not_the_one' and o.identity <> r.told)) as again
                from {_PAIRS} join list_hit o on o.id = r.id) r
       where h.id = r.id and ((h.entry_id, h.version, h.score, h.identity) is distinct from (r.entry, r.version, r.score, r.told)
                              or h.evidence <> r.evidence or r.again)
      returning h.id, r.again)
    select id from changed where again
"""
