"""Reads remittances, their lines, and the orders that wait for one."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payouts.remittances.model import Remittance, RemittanceRules

SELECT = (
    "select m.*, p.name as processor, p.bank, p.agreement from remittance m"
    " join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id"
)

#: What the file says of its orders, which are of many merchants: whoever seals need not see all of theirs.
LINES = "select * from remittance_orders(%(company_id)s, %(id)s, null) order by place"
#: Orders of a processor that are in no remittance; the longest waiting first, without slips that would be paid late.
WAITING = "select * from remittance_waiting(%(processor)s, %(overdue)s, %(most)s)"

_ACCOUNT = "%(company_id)s, %(ispb)s, %(branch)s, %(number)s || coalesce(%(number_digit)s, '')"


def reference_of(order: Row) -> str:
    """Return the short number by which a bank knows an order: at most twenty places."""
    return f"RG{order['number']:012}"


def fields_of(row: Row) -> dict[str, Any]:
    values = struct_fields(Remittance, row)
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
    lines = await tx.all(
        "select * from remittance_orders(%(company_id)s, %(id)s, %(orders)s) order by place",
        {"company_id": row["company_id"], "id": row["id"], "orders": None if orders is None else list(orders)},
    )
    return hashlib.sha256(json_text([{"day": row["day"]}, *lines]).encode()).hexdigest()


async def locked(tx: Tx, path: Mapping[str, str]) -> Row:
    """Return the remittance of the path, locked.

    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from remittance where id = %(id)s for update", {"id": path_id(path)})
    if row is None:
        raise not_found("remittance")
    return row


async def of_remittance(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from remittance where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RemittanceRules | None:
    row = await tx.one(
        "select state, lines, amount, currency from remittance where id = %(id)s and company_id = any(%(seen)s)",
        {"id": path_id(path), "seen": list(principal.companies)},
    )
    return None if row is None else RemittanceRules(row["state"], row["lines"], Money(row["amount"], row["currency"]))


async def take_sequence(tx: Tx, processor: Row) -> int:
    """Take the number of the next file: above what was sealed here, and above what the account's holder says was sent before.

    Raises:
        ApiError: 409 ``account_owner_stops``: the holder's version, signer or agreement is not in force.
    """
    stop = await tx.value(f"select account_stop({_ACCOUNT})", processor)
    if stop is not None:
        raise ApiError(409, "account_owner_stops", f"the holder of this account may not be debited: {stop}")
    return await tx.value(f"select account_next_nsa({_ACCOUNT}, %(agreement)s, %(last_sequence)s)", processor)
