"""Load cron tasks and map their rows to the API's types."""

from typing import Any
from uuid import UUID

from retaguarda.cron_tasks.model import CronTask
from retaguarda.cron_tasks.tables import SOURCE, STATUS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_fields


async def of_task(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the provider when the path names a task and the principal is staff; None otherwise."""
    task = await task_row(tx, uuid_of(request.path_params["id"])) if principal.internal else None
    return PROVIDER if task else None


async def task_row(tx: Tx, task: UUID) -> Row | None:
    return await tx.one(f"select t.*, {STATUS} as status from {SOURCE} where t.id = %(id)s", {"id": task})


def task_fields(row: Row) -> dict[str, Any]:
    return struct_fields(CronTask, row)
