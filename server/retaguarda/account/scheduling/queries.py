"""Load and lock schedules, and map their rows to the API's types."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.account.scheduling.model import Schedule
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields

SELECT = (
    "select s.*, b.nickname as destination from payment_schedule s"
    " join bank_account b on b.company_id = s.company_id and b.id = s.bank_account_id"
)


def schedule_fields(row: Row) -> dict[str, Any]:
    return struct_fields(Schedule, row)


async def schedule_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Schedule | None:
    """Load the schedule that the path names, for a plan to compare. Leave out ``last_run``: a run by hand would make
    every plan differ from the approved one."""
    row = await _load_row(tx, principal.chosen(), path_id(path))
    return Schedule(**schedule_fields(row | {"last_run": None})) if row else None


async def load_schedule(tx: Tx, company: int, schedule: UUID) -> Schedule:
    """Load a schedule that a Command has just written."""
    row = await _load_row(tx, company, schedule)
    assert row is not None
    return Schedule(**schedule_fields(row))


async def _load_row(tx: Tx, company: int, schedule: UUID) -> Row | None:
    return await tx.one(
        f"{SELECT} where s.company_id = %(company)s and s.id = %(id)s", {"company": company, "id": schedule}
    )


async def schedule_for_update(tx: Tx, principal: Principal, path: Mapping[str, str], *states: str) -> Row:
    """Lock a schedule of the chosen merchant until the transaction ends.

    Raises:
        ApiError: 404; 409 ``schedule_state`` when it is in none of ``states``.
    """
    row = await tx.one(
        "select * from payment_schedule where company_id = %(company)s and id = %(id)s for update",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    if row is None:
        raise not_found("schedule")
    if row["status"] not in states:
        raise ApiError(409, "schedule_state", f"this schedule is {row['status']}")
    return row


async def of_schedule(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the schedule that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from payment_schedule where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
