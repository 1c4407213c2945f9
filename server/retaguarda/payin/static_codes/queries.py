"""Reads rows of static codes and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money, money_or_none
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rows import StaticCodeRow
from retaguarda.payin.static_codes.model import StaticCode
from retaguarda.payin.static_codes.tables import SUMS


class SeenCode(StaticCodeRow, frozen=True, kw_only=True):
    """A static code with its payments, as SUMS counts them."""

    payments: int
    received: int


def fields_of(row: SeenCode) -> dict[str, Any]:
    return {
        "id": row.id,
        "created_at": row.created_at,
        "name": row.name,
        "txid": row.txid,
        "amount": money_or_none(row.amount, row.currency),
        "message": row.message,
        "status": "disabled" if row.disabled_at else "active",
        "payments": row.payments,
        "received": Money(row.received, row.currency),
        "company_id": row.company_id,
    }


async def code_of(tx: Tx, companies: list[int], code: UUID) -> SeenCode | None:
    return await fetch_one(
        tx,
        SeenCode,
        f"select s.*, p.* from static_code s cross join {SUMS} where s.id = %(id)s and s.company_id = any(%(seen)s)",
        {"id": code, "seen": companies},
    )


async def code_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> StaticCode | None:
    """Return the code of the path, as a plan compares it."""
    row = await code_of(tx, [principal.chosen()], path_id(path))
    return StaticCode(**fields_of(row)) if row else None


async def of_code(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the code in the path; None where the principal does not see it."""
    row = await code_of(tx, list(principal.companies), uuid_of(request.path_params["id"]))
    return row.company_id if row else None
