"""Load and lock bank accounts, and map their rows to the API's types."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.account.bank_accounts.model import BankAccount, PayoutOrder
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields, struct_of

SELECT = (
    "select b.*, b.status = 'verified' and b.usable_from <= now() as usable from bank_account b"
    " where b.company_id = %(company)s and b.id = %(id)s"
)


def account_fields(row: Row) -> dict[str, Any]:
    return struct_fields(BankAccount, row)


async def account_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> BankAccount | None:
    """Load the bank account that the path names, for a plan to compare."""
    row = await tx.one(SELECT, {"company": principal.chosen(), "id": path_id(path)})
    return BankAccount(**account_fields(row)) if row else None


async def account_for_update(tx: Tx, company: int, account: UUID) -> Row:
    """Lock a bank account until the transaction ends.

    Raises:
        ApiError: 404, also for an account of another merchant.
    """
    return await _locked(tx, company, account, "for update")


async def account_to_pay(tx: Tx, company: int, account: UUID) -> Row:
    """Keep a bank account as it is until the transaction ends. Those who pay there do not wait for each other: one of them may have
    the counter of the merchant's limits already, for which the other waits.

    Raises:
        ApiError: 404, also for an account of another merchant.
    """
    return await _locked(tx, company, account, "for share")


async def _locked(tx: Tx, company: int, account: UUID, lock: str) -> Row:
    row = await tx.one(f"{SELECT} {lock}", {"company": company, "id": account})
    if row is None:
        raise not_found("bank account")
    return row


async def load_bank_account(tx: Tx, company: int, account: UUID) -> BankAccount:
    row = await tx.one(SELECT, {"company": company, "id": account})
    assert row is not None
    return BankAccount(**account_fields(row))


def order_of(row: Row) -> PayoutOrder:
    return struct_of(PayoutOrder, row)


async def of_bank_account(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the bank account that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from bank_account where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
