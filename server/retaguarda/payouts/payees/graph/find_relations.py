"""Finds what stands behind one document: franchise units, the names it goes by, and merchants that it pays and is paid by."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.payouts.payees.graph.model import MOST_MOVEMENTS, MOST_NAMES, MOST_NEIGHBOURS, GraphName


class Unit(msgspec.Struct):
    """A unit behind which a person stands: it is paid at an account of theirs, or they own a part of it."""

    document: str
    company_id: int
    unit_id: UUID
    name: str
    unit_document: str
    how: Literal["unit_paid_at", "unit_owned_by"]


class Sums(msgspec.Struct):
    """What a merchant paid a person and what that person paid it, of the newest movements."""

    company_id: int
    name: str
    currency: str
    pays: int
    paid: int
    pays_back: int
    paid_back: int


async def units_of(tx: Tx, documents: Sequence[str]) -> list[Unit]:
    """Units of the merchants that the caller sees, behind which people with these documents stand."""
    rows = await tx.all(
        "select q.document, x.* from unnest(%(documents)s::text[]) q (document) cross join lateral ("
        " select u.company_id, u.id as unit_id, u.name, u.document as unit_document, 'unit_paid_at' as how"
        " from bank_account b join franchise_destination f on f.company_id = b.company_id and f.bank_account_id = b.id"
        " join franchise_unit u on u.company_id = f.company_id and u.id = f.unit_id where b.holder_document = q.document"
        " union select u.company_id, u.id, u.name, u.document, 'unit_owned_by' from franchise_owner o"
        " join franchise_unit u on u.company_id = o.company_id and u.id = o.unit_id"
        f" where o.document = q.document and o.removed_at is null order by name, unit_id, how limit {MOST_NEIGHBOURS + 1}) x",
        {"documents": list(documents)},
    )
    return msgspec.convert(rows, list[Unit])


async def names_of(tx: Tx, document: str, person: bytes, *, payers: bool) -> list[GraphName]:
    """The names that a document goes by: in books, at the directory, in the newest payouts, and as a payer."""
    rows = await tx.all(_NAMES, {"document": document, "person": person, "payers": payers})
    return msgspec.convert(rows, list[GraphName])


async def sums_with(tx: Tx, document: str) -> list[Sums]:
    """Merchants that paid this document and were paid by it, of those that the caller sees."""
    rows = await tx.all(_SUMS, {"document": document})
    return msgspec.convert(rows, list[Sums])


_NAMES = f"""
    select n.name, n.source, count(*)::int as count from (
      select p.name, 'book' as source from payee p where p.document_hash = %(person)s
      union all select p.trade_name, 'book' from payee p where p.document_hash = %(person)s and p.trade_name is not null
      union all
      select d.found ->> 'found_name', 'directory' from payee_destination d
       where d.owner_hash = %(person)s and d.found ->> 'found_name' is not null
      union all
      (select o.holder_name, 'paid' from payout o where o.holder_document = %(document)s and o.status = 'done'
        order by o.ended_at desc limit {MOST_MOVEMENTS})
      union all
      (select p.payer_name, 'payer' from pix_payment p
        where p.payer_document collate "C" = %(document)s and p.payer_name is not null and p.status = 'settled' and %(payers)s
        order by p.received_at desc limit {MOST_MOVEMENTS})) n
     group by n.name, n.source order by 3 desc, 1, 2 limit {MOST_NAMES}
"""
_SUMS = f"""
    with paid as (
      select x.company_id, x.currency, count(*)::int as pays, sum(x.amount - x.returned)::bigint as paid from (
        select o.company_id, o.currency, o.amount, o.returned from payout o
         where o.holder_document = %(document)s and o.status = 'done' order by o.ended_at desc limit {MOST_MOVEMENTS}) x
       group by 1, 2
    ), back as (
      select x.company_id, x.currency, count(*)::int as pays_back, sum(x.amount - x.refunded)::bigint as paid_back from (
        select p.company_id, p.currency, p.amount, p.refunded from pix_payment p
         where p.payer_document collate "C" = %(document)s and p.status = 'settled'
         order by p.received_at desc limit {MOST_MOVEMENTS}) x
       group by 1, 2
    )
    select p.company_id, k.name, p.currency::text as currency, p.pays, p.paid, b.pays_back, b.paid_back
      from paid p join back b using (company_id, currency) join company k on k.id = p.company_id
     where p.company_id <> 1 and k.document <> %(document)s order by p.paid desc, p.company_id limit {MOST_NEIGHBOURS}
"""
