"""Reads and locks imports."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payouts.payees.imports.model import PayeeImport

_ONE = (
    "select id, created_at, name, size, status, problem, rows, added, extended, known, bad, actor, applied_at, applied_by,"
    " company_id from payee_import where company_id = any(%(seen)s) and id = %(id)s"
)


async def find_import(tx: Tx, companies: list[int], number: UUID, *, lock: bool = False) -> PayeeImport | None:
    row = await tx.one(_ONE + (" for update" if lock else ""), {"seen": companies, "id": number})
    return None if row is None else msgspec.convert(row, PayeeImport)


async def import_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayeeImport:
    """
    Raises:
        ApiError: 404, also for another merchant's.
    """
    found = await find_import(tx, [principal.chosen()], path_id(path), lock=True)
    if found is None:
        raise not_found("import")
    return found


async def import_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayeeImport | None:
    """The import of the path, as a plan compares it; without times, which would make every plan differ."""
    found = await find_import(tx, [principal.chosen()], path_id(path))
    return None if found is None else msgspec.structs.replace(found, applied_at=None)


async def of_import(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the import in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from payee_import where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
