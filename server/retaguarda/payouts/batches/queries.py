"""Reads and locks rows of batches and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import MERCHANT, of_subject, with_second_factor
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payouts.batches.model import BatchRow, PayoutBatch
from retaguarda.payouts.payments.queries import came_back
from retaguarda.payouts.verify_factor import guarded, guarded_subject

#: The Command by which a person says that exceptions are before them.
LOOK = "payouts:payout_batch:look"
_COLUMNS = ", ".join(BatchRow.__struct_fields__)
_SEEN = f"select {_COLUMNS} from payout_batch where id = %(id)s and company_id = any(%(seen)s)"
#: Returned by statements that change a batch.
RETURNING = f"returning {_COLUMNS}"
#: SQL: state of a line's payout ``p`` as people see it; one that was done may have come back since.
OUTCOME = f"case {came_back('p')} else p.status end"
_SUMS = ("amount", "fee", "total", "sha256", "root")


def batch_row(found: Mapping[str, Any]) -> BatchRow:
    return msgspec.convert(dict(found), BatchRow)


def batch_fields(row: BatchRow) -> dict[str, Any]:
    plain = struct_fields(PayoutBatch, row, without=_SUMS)
    return plain | {
        "sha256": row.sha256.hex() if row.sha256 else None,
        "root": row.root.hex() if row.root else None,
        "amount": Money(row.amount, row.currency),
        "fee": Money(row.fee, row.currency),
        "total": Money(row.amount + row.fee, row.currency),
    }


def batch_of(row: BatchRow) -> PayoutBatch:
    return PayoutBatch(**batch_fields(row))


async def of_batch(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the batch in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from payout_batch where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


#: Batches are seen and brought by people with a second factor, and by programs under a key.
BROUGHT, BROUGHT_ONE = guarded(MERCHANT), guarded_subject(of_batch)
#: Whatever decides about money is done only in a session opened with a second factor: no program has one.
OF_BATCH = with_second_factor(of_subject(of_batch))


async def find_batch(tx: Tx, principal: Principal, batch: UUID) -> BatchRow | None:
    found = await tx.one(_SEEN, {"id": batch, "seen": list(principal.companies)})
    return None if found is None else batch_row(found)


async def batch_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayoutBatch | None:
    row = await find_batch(tx, principal, path_id(path))
    return None if row is None else batch_of(row)


async def batch_for_update(tx: Tx, principal: Principal, path: Mapping[str, str], *status: str) -> BatchRow:
    """Return the row of the batch in the path, locked until the transaction ends.

    Args:
        status: those in which the caller may go on; none: any.

    Raises:
        ApiError: 404; 409 ``batch_not_open``.
    """
    found = await tx.one(f"{_SEEN} for update", {"id": path_id(path), "seen": list(principal.companies)})
    if found is None:
        raise not_found("batch")
    row = batch_row(found)
    if status and row.status not in status:
        raise ApiError(409, "batch_not_open", f"a batch that is {row.status} does not do this")
    return row


async def lock_batch(tx: Tx, company: int, batch: str, *status: str) -> BatchRow | None:
    """Return the row for the worker, locked, where it is in one of these states."""
    found = await tx.one(
        f"select {_COLUMNS} from payout_batch where company_id = %(company)s and id = %(id)s and status = any(%(status)s)"
        " for update",
        {"company": company, "id": batch, "status": list(status)},
    )
    return None if found is None else batch_row(found)


async def looked_at(tx: Tx, principal: Principal, row: BatchRow) -> list[str]:
    """Return the categories of exceptions that the principal has opened in the plan as it is now."""
    return await tx.value(
        "select coalesce(array_agg(distinct data ->> 'category'), '{}') from event where company_id = %(company)s"
        " and subject_id = %(batch)s and name = %(name)s and person_id = %(person)s and data ->> 'plan' = %(plan)s",
        {
            "company": row.company_id,
            "batch": str(row.id),
            "name": LOOK,
            "person": principal.person_id,
            "plan": row.plan_hash,
        },
    )


async def update_batch(tx: Tx, row: BatchRow, **columns: Any) -> BatchRow:
    """Set columns of a locked batch and return its row."""
    sets = ", ".join(f"{name} = %({name})s" for name in columns)
    found = await tx.one(
        f"update payout_batch set {sets} where company_id = %(company_id)s and id = %(id)s {RETURNING}",
        columns | {"company_id": row.company_id, "id": row.id},
    )
    assert found is not None
    return batch_row(found)
