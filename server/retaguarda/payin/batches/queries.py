"""Reads and locks rows of batches and maps them to the API's shapes."""

from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one, struct_fields
from retaguarda.payin.batches.model import Batch
from retaguarda.payin.rows import ChargeBatchRow

#: Condition on a charge: unpaid, and nobody has requested its cancellation.
OPEN = "status in ('created', 'pending') and cancel_requested_at is null"


def batch_of(row: ChargeBatchRow) -> Batch:
    return Batch(**batch_fields(row))


def batch_fields(row: ChargeBatchRow) -> dict[str, Any]:
    return struct_fields(Batch, row)


async def of_batch(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the batch in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from charge_batch where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def lock_done_batch(tx: Tx, principal: Principal, batch_id: str, verb: str) -> ChargeBatchRow:
    """Return the chosen merchant's batch, locked, when the outcome of every line is known.

    Raises:
        ApiError: 404; 409 ``batch_not_done``, whose text uses ``verb``.
    """
    batch = await fetch_one(
        tx,
        ChargeBatchRow,
        "select * from charge_batch where company_id = %(company)s and id = %(id)s for update",
        {"company": principal.chosen(), "id": uuid_of(batch_id)},
    )
    if batch is None:
        raise not_found("batch")
    if batch.status != "done":
        raise ApiError(409, "batch_not_done", f"a batch that is {batch.status} cannot be {verb}")
    return batch
