"""Reads and locks payees and destinations, and maps their rows to the API's shapes."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payouts.payees.confirm_payee import Confirmation
from retaguarda.payouts.payees.model import Payee


class PayeeRow(msgspec.Struct):
    """A row of ``payee``; the document is whole."""

    company_id: int
    id: UUID
    name: str
    trade_name: str | None
    document: str
    status: str
    shown: str
    divergent: list[str]
    reason: str | None
    source: str
    destinations: int
    match_class: str | None
    checking_at: datetime | None
    check_problem: str | None
    checked_at: datetime | None
    expires_at: datetime | None
    created_at: datetime


class DestinationRow(msgspec.Struct):
    """A row of ``payee_destination``; the key is whole."""

    company_id: int
    id: UUID
    payee_id: UUID
    kind: str
    ispb: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    hash: bytes
    state: str
    shown: str
    usable_from: datetime | None
    reason: str | None
    trusted_by: str | None
    found: Confirmation | None
    owner_hash: bytes | None
    owner_changed_at: datetime | None
    created_at: datetime


_PAYEE = (
    "select p.company_id, p.id, p.name, p.trade_name, p.document, p.status, payee_shown(p.status, p.expires_at) as shown,"
    " p.divergent, p.reason, p.source, p.destinations, p.match_class, p.checking_at, p.check_problem, p.checked_at, p.expires_at,"
    " p.created_at from payee p where p.id = %(id)s and p.company_id = any(%(seen)s)"
)
_DESTINATION = (
    "select d.company_id, d.id, d.payee_id, d.kind, d.ispb, d.bank_name, d.branch, d.number, d.account_type, d.pix_key,"
    " d.pix_key_kind, d.hash, d.state, destination_state(d.state, d.usable_from) as shown, d.usable_from, d.reason, d.trusted_by,"
    " d.found, d.owner_hash, d.owner_changed_at, d.created_at from payee_destination d where d.company_id = any(%(seen)s)"
)


def payee_of(row: PayeeRow) -> Payee:
    values = struct_fields(Payee, row, without=("checking", "status"))
    masked = mask_text(row.document) or ""
    return msgspec.convert(
        values | {"status": row.shown, "checking": row.checking_at is not None, "document": masked}, Payee
    )


async def find_payee(tx: Tx, companies: list[int], payee: UUID, *, lock: bool = False) -> PayeeRow | None:
    row = await tx.one(_PAYEE + (" for update" if lock else ""), {"id": payee, "seen": companies})
    return None if row is None else msgspec.convert(row, PayeeRow)


async def load_payee(tx: Tx, company: int, payee: UUID) -> Payee:
    row = await find_payee(tx, [company], payee)
    assert row is not None
    return payee_of(row)


async def lock_payee(tx: Tx, company: int, payee: UUID) -> PayeeRow:
    """The payee, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await find_payee(tx, [company], payee, lock=True)
    if row is None:
        raise not_found("payee")
    return row


async def payee_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayeeRow:
    return await lock_payee(tx, principal.chosen(), path_id(path))


async def payee_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Payee | None:
    """The payee of the path, as a plan compares it."""
    row = await find_payee(tx, [principal.chosen()], path_id(path))
    return None if row is None else payee_of(row)


async def destinations_of(tx: Tx, row: PayeeRow) -> list[DestinationRow]:
    """All destinations of a payee, the newest first."""
    found = await tx.all(
        f"{_DESTINATION} and d.payee_id = %(payee)s order by d.created_at desc, d.id desc",
        {"seen": [row.company_id], "payee": row.id},
    )
    return [destination_of(each) for each in found]


def destination_of(row: Mapping[str, object]) -> DestinationRow:
    return msgspec.convert(row, DestinationRow)


async def lock_destination(tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[PayeeRow, DestinationRow]:
    """The destination that the path names and its payee, both locked, the payee first.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    values = {"seen": [principal.chosen()], "id": path_id(path)}
    payee = await tx.value(
        "select payee_id from payee_destination where company_id = any(%(seen)s) and id = %(id)s", values
    )
    if payee is None:
        raise not_found("destination")
    owner = await lock_payee(tx, principal.chosen(), payee)
    row = await tx.one(f"{_DESTINATION} and d.id = %(id)s for update", values)
    assert row is not None
    return owner, destination_of(row)


async def destination_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Payee | None:
    """The payee of the destination that the path names, as a plan compares it."""
    payee = await tx.value(
        "select payee_id from payee_destination where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    return None if payee is None else await load_payee(tx, principal.chosen(), payee)


async def of_payee(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the payee in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from payee where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
