"""Makes the keys of names for entries and parties that were there before there were such keys."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.compare_subject import Asked, Listed
from retaguarda.compliance.screening.find_keys import as_listed, stored_keys
from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text

#: Rows that one transaction writes.
_AT_ONCE = 1_000


class _Entry(msgspec.Struct):
    id: UUID
    names: list[str]
    person: bool | None
    document: str | None
    digits: str | None
    births: list[str]


class _Party(msgspec.Struct):
    id: UUID
    name: str
    other_name: str | None
    document: str | None
    birth: str | None


class _Made(msgspec.Struct):
    id: UUID
    keys: list[str]


async def make_missing_keys(tx: Tx) -> int:
    """How many rows got their keys; until none does, whoever has none is found by the wide keys. Safe to repeat."""
    rows = await tx.all(
        "select id, names, person, document, digits, births from list_entry where to_version is null and name_keys is null"
        f" order by id limit {_AT_ONCE} for update skip locked"
    )
    entries = [
        _Made(each.id, stored_keys(Listed(each.names, each.person, each.document, each.digits, each.births)))
        for each in msgspec.convert(rows, list[_Entry])
    ]
    rows = await tx.all(
        "select id, name, other_name, document, birth from screened_party where name_keys is null and not waiting"
        f" order by id limit {_AT_ONCE} for update skip locked"
    )
    parties = [_Made(each.id, _of_party(each)) for each in msgspec.convert(rows, list[_Party])]
    await _write(tx, "list_entry", entries)
    await _write(tx, "screened_party", parties)
    return len(entries) + len(parties)


def _of_party(party: _Party) -> list[str]:
    names = [name for name in (party.name, party.other_name) if name]
    return stored_keys(as_listed(Asked(names, party.document, party.birth)))


async def _write(tx: Tx, table: str, made: Sequence[_Made]) -> None:
    if made:
        await tx.execute(
            f"update {table} t set name_keys = m.keys from jsonb_to_recordset(%(made)s::jsonb) m (id uuid, keys text[])"
            " where t.id = m.id",
            {"made": json_text(made)},
        )
