"""Rows of deposits as the API's shapes."""

from collections.abc import Mapping
from typing import Any

from retaguarda.account.deposits.model import Deposit
from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import uuid_of
from retaguarda.payin.model import PROVIDER

SELECT = (
    "select d.*, p.paid_at, p.payer_name, p.payer_document, p.amount, p.refunded, p.txid, p.connection_id, k.name as company_name"
    " from deposit d join pix_payment p on p.end_to_end_id = d.end_to_end_id left join company k on k.id = d.company_id"
    " where d.id = %(id)s and d.company_id = any(%(seen)s)"
)


def deposit_fields(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "received_at": row["received_at"],
        "paid_at": row["paid_at"],
        "end_to_end_id": row["end_to_end_id"],
        "payer_name": row["payer_name"],
        "payer_document": row["payer_document"],
        "bank": row["end_to_end_id"][1:9],
        "method": "pix",
        "amount": Money(row["amount"]),
        "status": row["status"],
        "matched_by": row["matched_by"],
        "identified_at": row["identified_at"],
        "identified_by": row["identified_by"],
        "reason": row["reason"],
        "company_id": row["company_id"],
        "company_name": row["company_name"],
    }


async def deposit_subject(tx: Tx, who: Who, path: Mapping[str, str]) -> Deposit | None:
    """The deposit that a path names, as a plan compares it, whoever's it is by then. Without the moment, which would make
    every plan another one than the plan that was approved."""
    row = await _read(tx, who, path)
    return Deposit(**deposit_fields(row | {"identified_at": None})) if row else None


async def answered(tx: Tx, who: Who, path: Mapping[str, str]) -> Deposit:
    """A deposit that something was just done with."""
    row = await _read(tx, who, path)
    assert row is not None
    return Deposit(**deposit_fields(row))


async def _read(tx: Tx, who: Who, path: Mapping[str, str]) -> Row | None:
    return await tx.one(SELECT, {"id": uuid_of(path["id"]), "seen": list(who.companies)})


async def deposit_for_update(tx: Tx, who: Who, path: Mapping[str, str]) -> Row:
    """A deposit of a company that the caller sees, locked until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(f"{SELECT} for update of d, p", {"id": uuid_of(path["id"]), "seen": list(who.companies)})
    if row is None:
        raise not_found("deposit")
    return row


async def of_deposit(tx: Tx, who: Who, call: Call) -> int | None:
    """The company that a call about a deposit is about."""
    return await tx.value(
        "select company_id from deposit where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def of_provider(tx: Tx, who: Who, call: Call) -> int | None:
    """Whose a deposit is, is said in the provider's name: before and after, so that saying it twice says it once."""
    return PROVIDER if PROVIDER in who.companies else None
