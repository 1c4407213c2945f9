"""Plans an import: what each row would do, against the book as it is; and stores the rows."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.payouts.payees.identify_destination import DestinationNames
from retaguarda.payouts.payees.imports.parse_table import ParsedRow

_BATCH = 2_000


async def plan_rows(tx: Tx, names: DestinationNames, company: int, number: UUID, rows: Iterable[ParsedRow]) -> None:
    """Stores every row with its outcome, a batch at a time, and counts them on the import."""
    known, places = await _book(tx, company)
    batch = list[dict[str, Any]]()
    for row in rows:
        batch.append(_planned(row, names, known, places))
        if len(batch) == _BATCH:
            await _store(tx, company, number, batch)
            batch = []
    await _store(tx, company, number, batch)
    await tx.execute(_SUSPECT, {"company": company, "id": number})
    await tx.execute(_COUNT, {"company": company, "id": number})


async def _book(tx: Tx, company: int) -> tuple[set[bytes], set[tuple[bytes, bytes]]]:
    """Documents in the book, and where each of them is paid, as hashes."""
    known = await tx.all("select document_hash from payee where company_id = %(company)s", {"company": company})
    places = await tx.all(
        "select p.document_hash, d.hash from payee_destination d"
        " join payee p on p.company_id = d.company_id and p.id = d.payee_id"
        " where d.company_id = %(company)s and d.state in ('new', 'cooling')",
        {"company": company},
    )
    return (
        {bytes(document) for row in known for document in row.values()},
        {(bytes(document), bytes(place)) for document, place in (row.values() for row in places)},
    )


def _planned(
    row: ParsedRow, names: DestinationNames, known: set[bytes], places: set[tuple[bytes, bytes]]
) -> dict[str, Any]:
    """A row with its outcome; it counts as in the book for the rows below."""
    values: dict[str, Any] = {
        "number": row.number,
        "problem": row.problem,
        "name": row.name,
        "trade_name": row.trade_name,
        "document": row.document,
        "document_hash": None,
        "destination": None,
        "hash": None,
    }
    if row.problem is not None:
        return values | {"outcome": "bad"}
    document = names.of_document(row.document)
    place = None if row.place is None else names.of_destination(row.place)
    outcome = "add"
    if document in known:
        outcome = "known" if place is None or (document, place) in places else "extend"
    known.add(document)
    if place is not None:
        places.add((document, place))
    destination = None if row.place is None else json_text(row.place)
    return values | {"outcome": outcome, "document_hash": document, "destination": destination, "hash": place}


async def _store(tx: Tx, company: int, number: UUID, batch: list[Mapping[str, Any]] | list[dict[str, Any]]) -> None:
    if batch:
        columns = {name: [each[name] for each in batch] for name in batch[0]}
        await tx.execute(_INSERT, {"company": company, "id": number, **columns})


_INSERT = """
    insert into payee_import_row (company_id, import_id, number, outcome, problem, name, trade_name, document, document_hash,
                                  destination, hash)
    select %(company)s, %(id)s, r.number, r.outcome, r.problem, r.name, r.trade_name, r.document, r.document_hash,
           r.destination::jsonb, r.hash
      from unnest(%(number)s::int[], %(outcome)s::text[], %(problem)s::text[], %(name)s::text[], %(trade_name)s::text[],
                  %(document)s::text[], %(document_hash)s::bytea[], %(destination)s::text[], %(hash)s::bytea[])
           as r (number, outcome, problem, name, trade_name, document, document_hash, destination, hash)
"""
#: What stands on the list of suspects is bad, and says no more than that.
_SUSPECT = """
    update payee_import_row set outcome = 'bad', problem = 'row:destination_suspect'
     where company_id = %(company)s and import_id = %(id)s and outcome <> 'bad' and suspect_destination(hash, document_hash)
"""
_COUNT = """
    update payee_import i set status = 'read', rows = c.rows, added = c.added, extended = c.extended, known = c.known, bad = c.bad
      from (select count(*)::int as rows, count(*) filter (where outcome = 'add')::int as added,
                   count(*) filter (where outcome = 'extend')::int as extended,
                   count(*) filter (where outcome = 'known')::int as known, count(*) filter (where outcome = 'bad')::int as bad
              from payee_import_row where company_id = %(company)s and import_id = %(id)s) c
     where i.company_id = %(company)s and i.id = %(id)s
"""
