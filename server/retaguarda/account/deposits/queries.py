"""Load and lock deposits, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.account.deposits.model import Deposit
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import fetch_one

#: Join a deposit ``d`` with its Pix payment ``p``; a deposit from a bank's return file or from another merchant has none and carries
#: the values itself.
JOINED = "deposit d left join pix_payment p on p.end_to_end_id = d.end_to_end_id"
BANK = "coalesce(d.bank, substr(d.end_to_end_id, 2, 8))"
METHOD = (
    "(case when d.internal_id is not null then 'internal' when d.end_to_end_id is null then 'boleto' else 'pix' end)"
)

SELECT = (
    "select d.id, d.company_id, d.currency, d.end_to_end_id, d.status, d.matched_by, d.received_at, d.identified_at, d.identified_by, d.reason,"
    f" d.given_back, d.bank_ref, d.file_id, d.line, {BANK} as bank, {METHOD} as method, p.refunded, p.txid, p.connection_id,"
    " coalesce(d.paid_at, p.paid_at) as paid_at, coalesce(d.payer_name, p.payer_name) as payer_name,"
    " coalesce(d.payer_document, p.payer_document) as payer_document, coalesce(d.amount, p.amount) as amount, k.name as company_name"
    f" from {JOINED} left join company k on k.id = d.company_id"
    " where d.id = %(id)s and d.company_id = any(%(seen)s)"
)


class SeenDeposit(msgspec.Struct, frozen=True):
    """A deposit as SELECT reads it, with its payment and its merchant. Minor units of ``currency``."""

    id: UUID
    company_id: int
    currency: str
    end_to_end_id: str | None
    status: str
    matched_by: str | None
    received_at: datetime
    identified_at: datetime | None
    identified_by: str | None
    reason: str | None
    bank_ref: str | None
    file_id: UUID | None
    line: int | None
    bank: str
    method: str
    #: Of its Pix payment; null where a bank's file brought it.
    refunded: int | None
    paid_at: datetime
    payer_name: str | None
    payer_document: str | None
    amount: int
    given_back: int
    company_name: str | None


def deposit_fields(row: SeenDeposit) -> dict[str, Any]:
    return {
        "id": row.id,
        "received_at": row.received_at,
        "paid_at": row.paid_at,
        "end_to_end_id": row.end_to_end_id,
        "payer_name": row.payer_name,
        "payer_document": row.payer_document,
        "bank": row.bank,
        "method": row.method,
        "bank_ref": row.bank_ref,
        "amount": Money(row.amount, row.currency),
        "given_back": Money(row.given_back, row.currency),
        "status": row.status,
        "matched_by": row.matched_by,
        "identified_at": row.identified_at,
        "identified_by": row.identified_by,
        "reason": row.reason,
        "company_id": row.company_id,
        "company_name": row.company_name,
    }


async def deposit_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Deposit | None:
    """Load the deposit that the path names, whoever owns it by then, for a plan to compare. Leave out
    ``identified_at``: the time would make every plan differ from the approved one."""
    row = await _load_row(tx, principal, path)
    return Deposit(**deposit_fields(msgspec.structs.replace(row, identified_at=None))) if row else None


async def load_deposit(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Deposit:
    """Load the deposit that a Command has just changed."""
    row = await _load_row(tx, principal, path)
    assert row is not None
    return Deposit(**deposit_fields(row))


async def _load_row(tx: Tx, principal: Principal, path: Mapping[str, str]) -> SeenDeposit | None:
    return await fetch_one(tx, SeenDeposit, SELECT, {"id": path_id(path), "seen": list(principal.companies)})


async def left_of(tx: Tx, deposit: SeenDeposit) -> tuple[int, int] | None:
    """Return what may be given back of what another merchant paid, and what a request that waits for approval keeps of it; None of others."""
    if deposit.method != "internal":
        return None
    kept = await tx.value(
        "select approval_reserved(%(company)s, %(what)s)",
        {"company": deposit.company_id, "what": reserved_as(deposit.id)},
    )
    return max(deposit.amount - deposit.given_back - kept, 0), kept


def reserved_as(deposit: UUID) -> str:
    """Return the name under which a request reserves a part of a deposit."""
    return f"deposit:{deposit}"


async def deposit_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> SeenDeposit:
    """Lock a deposit of a company that the principal sees until the transaction ends.

    Raises:
        ApiError: 404.
    """
    key = {"id": path_id(path)}
    await tx.execute("select 1 from deposit where id = %(id)s for update", key)
    await tx.execute(
        "select 1 from pix_payment p where p.end_to_end_id = (select end_to_end_id from deposit where id = %(id)s) for no key update",
        key,
    )
    row = await _load_row(tx, principal, path)
    if row is None:
        raise not_found("deposit")
    return row


async def of_deposit(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the deposit that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from deposit where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_DEPOSIT = of_subject(of_deposit)


async def of_provider(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the provider: a deposit is assigned in the provider's name before and after, so a repeated request finds
    its first response."""
    return PROVIDER if PROVIDER in principal.companies else None


OF_PROVIDER = of_subject(of_provider)
