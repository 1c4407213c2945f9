"""Reads and locks rows of recurrences and their charges and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any, TypeVar

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one, struct_fields, struct_of
from retaguarda.recurrences.model import Recurrence, RecurringCharge
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow

R = TypeVar("R", RecurrenceRow, RecurringChargeRow)


def recurrence_fields(row: RecurrenceRow) -> dict[str, Any]:
    return struct_fields(Recurrence, row)


def recurrence_of(row: RecurrenceRow) -> Recurrence:
    return struct_of(Recurrence, row)


def charge_fields(row: RecurringChargeRow) -> dict[str, Any]:
    return struct_fields(RecurringCharge, row, by_hand=row.created_by is not None)


def charge_of(row: RecurringChargeRow) -> RecurringCharge:
    return RecurringCharge(**charge_fields(row))


async def of_recurrence(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the recurrence in the path; None where the principal does not see it."""
    return await _company(tx, principal, request, "recurrence")


async def of_recurring_charge(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await _company(tx, principal, request, "recurring_charge")


async def _company(tx: Tx, principal: Principal, request: Request, table: str) -> int | None:
    return await tx.value(
        f"select company_id from {table} where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def recurrence_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Recurrence | None:
    """Return the recurrence of the path, as a plan compares it."""
    row = await _row(tx, principal, path, RecurrenceRow)
    return recurrence_of(row) if row else None


async def charge_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RecurringCharge | None:
    """Return the charge of the path, as a plan compares it."""
    row = await _row(tx, principal, path, RecurringChargeRow)
    return charge_of(row) if row else None


async def lock_row(tx: Tx, principal: Principal, path: Mapping[str, str], shape: type[R]) -> R:
    """Return the chosen merchant's row of the path, locked until the transaction ends.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    row = await _row(tx, principal, path, shape, " for no key update")
    if row is None:
        raise not_found(shape.table.replace("_", " "))
    return row


async def _row(tx: Tx, principal: Principal, path: Mapping[str, str], shape: type[R], lock: str = "") -> R | None:
    return await fetch_one(
        tx,
        shape,
        f"select * from {shape.table} where company_id = %(company)s and id = %(id)s{lock}",
        {"company": principal.chosen(), "id": path_id(path)},
    )
