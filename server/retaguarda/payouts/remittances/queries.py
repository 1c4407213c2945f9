"""Reads remittances, their lines, and the orders that wait for one."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payouts.remittances.model import Remittance

SELECT = (
    "select m.*, p.name as processor, p.bank, p.agreement from remittance m"
    " join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id"
)

#: What the file says of its orders.
LINES = """
    select l.number, l.merchant_id, l.order_id, l.payout_id, l.reference, l.amount, t.method, t.kind, t.ispb, t.compe, t.branch,
           t.number as account, t.account_type, t.pix_key, t.pix_key_kind, t.holder_name, t.holder_document
      from remittance_line l join payout t on t.company_id = l.merchant_id and t.id = l.payout_id
     where l.company_id = %(company_id)s and l.remittance_id = %(id)s order by l.number
"""

#: The same of orders, for the hash.
HASHED = """
    select o.id, o.number, o.amount, t.method, t.kind, t.ispb, t.compe, t.branch, t.number as account, t.account_type, t.pix_key,
           t.pix_key_kind, t.holder_name, t.holder_document
      from unnest(coalesce(%(orders)s::uuid[], (select array_agg(l.order_id order by l.number) from remittance_line l
                            where l.company_id = %(company_id)s and l.remittance_id = %(id)s))) with ordinality g (id, place)
      join payout_order o on o.id = g.id join payout t on t.company_id = o.company_id and t.id = o.payout_id
     order by g.place
"""

#: Orders of a processor that are in no remittance; the longest waiting first.
WAITING = """
    select o.company_id, o.id, o.payout_id, o.number, o.amount
      from payout_order o join payout t on t.company_id = o.company_id and t.id = o.payout_id
     where o.processor_id = %(processor)s and o.state in ('sending', 'processing') and t.status = 'in_bank_processing'
       and not exists (select from remittance_line l where l.merchant_id = o.company_id and l.order_id = o.id and not l.freed)
     order by o.created_at, o.id limit %(most)s for update of o skip locked
"""


def reference_of(order: Row) -> str:
    """Return the short number by which a bank knows an order: at most twenty places."""
    return f"RG{order['number']:012}"


def fields_of(row: Row) -> dict[str, Any]:
    values = {name: row[name] for name in Remittance.__struct_fields__}
    return values | {
        "amount": Money(row["amount"], row["currency"]),
        "sha256": row["sha256"] and bytes(row["sha256"]).hex(),
    }


async def load(tx: Tx, remittance: UUID) -> Remittance:
    row = await tx.one(f"{SELECT} where m.id = %(id)s", {"id": remittance})
    assert row is not None
    return Remittance(**fields_of(row))


async def hash_of(tx: Tx, row: Row, orders: Sequence[UUID] | None = None) -> str:
    """Hash the lines of a remittance with everything that the file says of them.

    Args:
        orders: those of a draft that is not written yet, in their order; else its lines say them.
    """
    lines = await tx.all(HASHED, row | {"orders": None if orders is None else list(orders)})
    return hashlib.sha256(json_text([{"day": row["day"]}, *lines]).encode()).hexdigest()


async def locked(tx: Tx, path: Mapping[str, str]) -> Row:
    """Return the remittance of the path, locked.

    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from remittance where id = %(id)s for update", {"id": uuid_of(path["id"])})
    if row is None:
        raise not_found("remittance")
    return row


async def of_remittance(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from remittance where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Remittance | None:
    row = await tx.one(
        f"{SELECT} where m.id = %(id)s and m.company_id = any(%(seen)s)",
        {"id": uuid_of(path["id"]), "seen": list(principal.companies)},
    )
    return None if row is None else Remittance(**fields_of(row))
