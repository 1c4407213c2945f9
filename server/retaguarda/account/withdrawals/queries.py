"""Load and lock withdrawals, and map their rows to the API's types."""

from collections.abc import Mapping
from typing import Any

from retaguarda.account.withdrawals.model import OF_WITHDRAWALS, Transfer
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields

_SUMS = ("gross", "fee", "amount", "returned", "method")


def transfer_fields(row: Row) -> dict[str, Any]:
    amount, fee = row["amount"], row["fee"]
    plain = struct_fields(Transfer, row, without=_SUMS)
    sums = {"gross": amount + fee, "fee": fee, "amount": amount, "returned": row["returned"]}
    return plain | {"method": "pix"} | {name: Money(value, row["currency"]) for name, value in sums.items()}


def transfer_of(row: Row) -> Transfer:
    return Transfer(**transfer_fields(row))


async def transfer_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Transfer | None:
    """Load the withdrawal that the path names, for a plan to compare."""
    row = await tx.one(_ONE, {"company": principal.chosen(), "id": path_id(path)})
    return transfer_of(row) if row else None


async def transfer_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    """Lock a withdrawal until the transaction ends.

    Raises:
        ApiError: 404, also for one of another merchant.
    """
    row = await tx.one(f"{_ONE} for update", {"company": principal.chosen(), "id": path_id(path)})
    if row is None:
        raise not_found("withdrawal")
    return row


_ONE = f"select * from payout where company_id = %(company)s and id = %(id)s and {OF_WITHDRAWALS}"


async def of_transfer(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the withdrawal that the path names; None when the principal does not see it."""
    return await tx.value(
        f"select company_id from payout where id = %(id)s and company_id = any(%(seen)s) and {OF_WITHDRAWALS}",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
