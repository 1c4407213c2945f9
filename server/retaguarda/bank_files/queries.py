"""Reads and locks rows of return files and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.bank_files.kinds import FamilyName
from retaguarda.bank_files.model import ReturnDamage, ReturnFile, ReturnTolerance
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import money_or_none
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import CompanyOf, of_subject

_SEEN = "select * from return_file where id = %(id)s and company_id = any(%(seen)s) and family = %(family)s"


def file_fields(row: Row) -> dict[str, Any]:
    plain = (
        *(
            "id",
            "created_at",
            "name",
            "size",
            "status",
            "bank",
            "bank_name",
            "layout",
            "company_document",
            "company_name",
        ),
        *(
            "agreement",
            "sequence",
            "generated_on",
            "total_lines",
            "read_lines",
            "lines",
            "entries",
            "plan_hash",
            "plan_changed",
            "actor",
        ),
        *("parsed_at", "applied_at", "applied_by", "company_id"),
    )
    return {name: row[name] for name in plain} | {
        "sha256": row["sha256"] and bytes(row["sha256"]).hex(),
        "amount": money_or_none(row["amount"], row["currency"]),
        "paid": money_or_none(row["paid"], row["currency"]),
        "fee": money_or_none(row["fee"], row["currency"]),
        "lines_said": row["said_lines"],
        "entries_said": row["said_entries"],
        "amount_said": money_or_none(row["said_amount"], row["currency"]),
        "tolerances": msgspec.convert(row["tolerances"], list[ReturnTolerance]),
        "error": row["error"] and msgspec.convert(row["error"], ReturnDamage),
    }


def file_of(row: Row) -> ReturnFile:
    return ReturnFile(**file_fields(row))


def company_of_file(family: FamilyName) -> CompanyOf:
    async def of_file(tx: Tx, principal: Principal, request: Request) -> int | None:
        """Return the company of the file in the path; None where the principal does not see it."""
        row = await tx.one(_SEEN, _values(principal, request.path_params, family))
        return row["company_id"] if row else None

    return of_file


OF_FILE = of_subject(company_of_file("collection"))


async def file_subject(
    tx: Tx, principal: Principal, path: Mapping[str, str], family: FamilyName = "collection"
) -> ReturnFile | None:
    row = await tx.one(_SEEN, _values(principal, path, family))
    return file_of(row) if row else None


async def file_row(
    tx: Tx, principal: Principal, path: Mapping[str, str], family: FamilyName = "collection", lock: str = ""
) -> Row:
    """Return the row of the file in the path.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(_SEEN + lock, _values(principal, path, family))
    if row is None:
        raise not_found("return file")
    return row


async def file_for_update(
    tx: Tx, principal: Principal, path: Mapping[str, str], family: FamilyName = "collection"
) -> Row:
    """Return the row of file_row(), locked until the transaction ends."""
    return await file_row(tx, principal, path, family, " for update")


def _values(principal: Principal, path: Mapping[str, str], family: FamilyName) -> dict[str, Any]:
    return {"id": path_id(path), "seen": list(principal.companies), "family": family}
