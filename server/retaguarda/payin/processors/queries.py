"""Reads and locks rows of processors and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payin.processors.model import Processor, ProcessorRules
from retaguarda.payin.processors.tables import SOURCE
from retaguarda.provider_accounts.queries import STATUS


async def of_processor(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from pix_connection where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def processor_rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ProcessorRules | None:
    row = await tx.one("select name, priority, enabled from pix_connection where id = %(id)s", {"id": path_id(path)})
    return None if row is None else ProcessorRules(**row)


async def load_processor(tx: Tx, processor: UUID) -> Processor:
    return Processor(**processor_fields(await processor_row(tx, processor) or {}))


async def processor_row(tx: Tx, processor: UUID) -> Row | None:
    return await tx.one(
        f"select c.*, {STATUS} as status, coalesce(c.test_asked_at > coalesce(c.tested_at, '-infinity'), false) as testing"
        f" from {SOURCE} where c.id = %(id)s",
        {"id": processor},
    )


def processor_fields(row: Row) -> dict[str, Any]:
    return struct_fields(Processor, row) | {"pending": row["pending"] is not None}
