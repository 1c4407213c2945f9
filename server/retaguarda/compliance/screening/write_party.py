"""Writes down who is compared with the lists."""

from uuid import UUID

from retaguarda.compliance.screening.compare_subject import Asked
from retaguarda.compliance.screening.find_keys import as_listed, stored_keys
from retaguarda.compliance.screening.parse_words import keys_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7


async def write_party(
    tx: Tx,
    source: str,
    source_id: str,
    asked: Asked,
    merchant: int | None = None,
) -> tuple[UUID, bool]:
    """Write a party down, or what is new of it; return its id, and whether it has to be compared again."""
    names = [*asked.names, None]
    values = {
        "id": uuid7(),
        "source": source,
        "source_id": source_id,
        "merchant": merchant,
        "name": names[0] or asked.document,
        "other": names[1] if len(asked.names) > 1 else None,
        "document": asked.document,
        "birth": asked.birth,
        "keys": keys_of(asked.names, asked.document),
        "name_keys": stored_keys(as_listed(asked)),
    }
    row = await tx.one(_PARTY_WRITE, values)
    if row is not None:
        return row.popitem()[1], True
    known = await tx.value(
        "select id from screened_party where source = %(source)s and source_id = %(source_id)s", values
    )
    return known, False


#: Answers nothing where nothing changed.
_PARTY_WRITE = """
    insert into screened_party as p (id, source, source_id, merchant_id, name, other_name, document, birth, keys, name_keys)
    values (%(id)s, %(source)s, %(source_id)s, %(merchant)s, %(name)s, %(other)s, %(document)s, %(birth)s, %(keys)s, %(name_keys)s)
    on conflict (source, source_id) do update
       set name = excluded.name, other_name = excluded.other_name, document = excluded.document, birth = excluded.birth,
           keys = excluded.keys, name_keys = excluded.name_keys, changed_at = now()
     where (p.name, p.other_name, p.document, p.birth, p.keys)
           is distinct from (excluded.name, excluded.other_name, excluded.document, excluded.birth, excluded.keys)
    returning p.id
"""
