"""Reads the neighbours of persons and destinations, at most so many of each, one query a step."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.mask_key import masked_key
from retaguarda.payouts.payees.graph.model import MOST_BOOKS, MOST_COUNTED, MOST_NEIGHBOURS
from retaguarda.payouts.payees.tables import SHOWN_NUMBER


class Neighbour(msgspec.Struct):
    """A node beside one of those that were asked about; ``of`` is its place in the question, ``counted`` all beside it."""

    of: int
    hash: bytes
    counted: int


class Place(msgspec.Struct):
    """What is known of a destination, of the newest book entry that the caller sees."""

    hash: bytes
    name: str | None
    place: str | None
    live: bool


class Book(msgspec.Struct):
    """A person in one book. ``document`` is whole: it is masked where it is shown."""

    hash: bytes
    payee_id: UUID
    company_id: int
    company_name: str
    name: str
    status: str
    document: str


class Owner(msgspec.Struct):
    """Whom the directory names as the owner of a key: a document as people may see it."""

    hash: bytes
    name: str | None
    document: str | None


class Landing(msgspec.Struct):
    """A destination of a person; ``owner``: whose it is, as far as the directory said."""

    person: bytes
    destination: bytes
    owner: bytes | None


_LIMITED = f"""
    select q.place::int - 1 as of, x.hash, x.counted::int
      from unnest(%(hashes)s::bytea[]) with ordinality q (hash, place)
     cross join lateral (
       select y.hash, count(*) over () as counted from (select distinct z.hash from ({{rows}}) z) y
        order by y.hash limit {MOST_NEIGHBOURS}) x
"""
_PLACES_OF = _LIMITED.format(
    rows="select d.hash from payee p join payee_destination d on d.company_id = p.company_id and d.payee_id = p.id"
    f" where p.document_hash = q.hash limit {MOST_COUNTED}"
)
_PEOPLE_AT = _LIMITED.format(
    rows="select p.document_hash as hash from payee_destination d join payee p on p.company_id = d.company_id and p.id = d.payee_id"
    f" where d.hash = q.hash limit {MOST_COUNTED}"
)
_OWNERS_OF = _LIMITED.format(
    rows="select d.owner_hash as hash from payee_destination d join payee p on p.company_id = d.company_id and p.id = d.payee_id"
    f" where d.hash = q.hash and d.owner_hash is not null and d.owner_hash <> p.document_hash limit {MOST_COUNTED}"
)
_OWNED_BY = _LIMITED.format(
    rows="select d.hash from payee_destination d join payee p on p.company_id = d.company_id and p.id = d.payee_id"
    f" where d.owner_hash = q.hash and d.owner_hash <> p.document_hash limit {MOST_COUNTED}"
)


async def places_of(tx: Tx, people: Sequence[bytes]) -> list[Neighbour]:
    return await _neighbours(tx, _PLACES_OF, people)


async def people_at(tx: Tx, places: Sequence[bytes]) -> list[Neighbour]:
    """Whose book entries name these destinations."""
    return await _neighbours(tx, _PEOPLE_AT, places)


async def owners_of(tx: Tx, places: Sequence[bytes]) -> list[Neighbour]:
    """Who owns the keys of these destinations, where that is not the payee."""
    return await _neighbours(tx, _OWNERS_OF, places)


async def owned_by(tx: Tx, people: Sequence[bytes]) -> list[Neighbour]:
    """Destinations of others whose keys are these people's."""
    return await _neighbours(tx, _OWNED_BY, people)


async def _neighbours(tx: Tx, query: str, hashes: Sequence[bytes]) -> list[Neighbour]:
    return msgspec.convert(await tx.all(query, {"hashes": list(hashes)}), list[Neighbour]) if hashes else []


async def describe_places(tx: Tx, places: Sequence[bytes]) -> dict[bytes, Place]:
    rows = await tx.all(
        "select q.hash, x.name, x.place, x.live from unnest(%(hashes)s::bytea[]) q (hash) cross join lateral ("
        f" select d.bank_name as name, coalesce({masked_key('d')}, d.branch || ' / ' || {SHOWN_NUMBER}) as place,"
        " d.state in ('new', 'cooling') as live from payee_destination d where d.hash = q.hash"
        " order by d.state in ('new', 'cooling') desc, d.created_at desc limit 1) x",
        {"hashes": list(places)},
    )
    return {each.hash: each for each in msgspec.convert(rows, list[Place])}


async def books_of(tx: Tx, people: Sequence[bytes]) -> list[Book]:
    """In which books these people stand, the newest entries first."""
    rows = await tx.all(
        "select q.hash, x.* from unnest(%(hashes)s::bytea[]) q (hash) cross join lateral ("
        " select p.id as payee_id, p.company_id, k.name as company_name, p.name, payee_shown(p.status, p.expires_at) as status, p.document"
        " from payee p join company k on k.id = p.company_id where p.document_hash = q.hash"
        f" order by p.created_at desc, p.id limit {MOST_BOOKS}) x",
        {"hashes": list(people)},
    )
    return msgspec.convert(rows, list[Book])


async def owners_named(tx: Tx, people: Sequence[bytes]) -> dict[bytes, Owner]:
    """How the directory names people that stand in no book."""
    rows = await tx.all(
        "select q.hash, x.name, x.document from unnest(%(hashes)s::bytea[]) q (hash) cross join lateral ("
        " select d.found ->> 'found_name' as name, d.found ->> 'owner_document' as document from payee_destination d"
        " where d.owner_hash = q.hash order by d.looked_up_at desc nulls last, d.id limit 1) x",
        {"hashes": list(people)},
    )
    return {each.hash: each for each in msgspec.convert(rows, list[Owner])}


async def landings(tx: Tx, people: Sequence[bytes], places: Sequence[bytes]) -> list[Landing]:
    """Where these people are paid, and what of it is theirs by the directory, as far as the destinations are among these."""
    rows = await tx.all(_LANDINGS, {"people": list(people), "places": list(places)})
    return msgspec.convert(rows, list[Landing])


_LANDINGS = """
    select p.document_hash as person, d.hash as destination, nullif(d.owner_hash, p.document_hash) as owner
      from payee p join payee_destination d on d.company_id = p.company_id and d.payee_id = p.id
     where p.document_hash = any (%(people)s::bytea[]) and d.hash = any (%(places)s::bytea[])
    union
    select p.document_hash, d.hash, d.owner_hash
      from payee_destination d join payee p on p.company_id = d.company_id and p.id = d.payee_id
     where d.owner_hash = any (%(people)s::bytea[]) and d.hash = any (%(places)s::bytea[]) and d.owner_hash <> p.document_hash
     order by 1, 2, 3
"""
