"""Reads and locks rows of recipients and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payin.splits.share_payment import ACCOUNT
from retaguarda.recipients.model import Recipient

#: Joins the ledger account a of recipient r.
LEDGER = f"ledger_account a on a.company_id = r.company_id and a.code = '{ACCOUNT}' || r.id and a.currency = '{BRL}'"
RECEIVED = (
    "(select coalesce(sum(s.amount), 0)::bigint from payment_share s"
    " where s.company_id = r.company_id and s.recipient_id = r.id)"
)
_SELECT = (
    f"select r.*, {RECEIVED} as received, a.posted - a.held as balance, a.held as on_hold"
    f" from recipient r join {LEDGER} where r.id = %(id)s"
)
_MONEY = ("received", "balance", "on_hold")


def recipient_fields(row: Row) -> dict[str, Any]:
    return struct_fields(Recipient, row) | {name: Money(row[name], BRL) for name in _MONEY}


async def recipient_row(tx: Tx, companies: list[int], recipient: UUID) -> Row | None:
    return await tx.one(f"{_SELECT} and r.company_id = any(%(seen)s)", {"id": recipient, "seen": companies})


async def load_recipient(tx: Tx, company: int, recipient: UUID) -> Recipient:
    row = await recipient_row(tx, [company], recipient)
    assert row is not None
    return Recipient(**recipient_fields(row))


async def recipient_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Recipient | None:
    """Return the recipient of the path, as a plan compares it."""
    row = await recipient_row(tx, [principal.chosen()], path_id(path))
    return Recipient(**recipient_fields(row)) if row else None


async def recipient_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    """Return the recipient's row, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await tx.one(
        "select * from recipient where company_id = %(company)s and id = %(id)s for update",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    if row is None:
        raise not_found("recipient")
    return row


async def of_recipient(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the recipient in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from recipient where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
