"""Helpers of every request to the provider about recurrences."""

from typing import TypeVar

from retaguarda.foundation.database import Scope
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.processors.provider_messages import recorder
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.pix.automatic import AutomaticClient
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow

R = TypeVar("R", RecurrenceRow, RecurringChargeRow)


async def client_of(context: ProviderContext, row: RecurrenceRow | RecurringChargeRow) -> AutomaticClient:
    """Return the connection's client, which stores each exchange under its recurrence or charge."""
    connection = await context.connections.get(row.connection_id)
    return connection.client.recorded(recorder(context.database, connection.id, row.company_id, row.id))


async def row_of(context: ProviderContext, shape: type[R], company: int, subject: str) -> R | None:
    query = f"select * from {shape.table} where company_id = %(company)s and id = %(id)s"
    async with context.database.transaction(Scope((company,))) as tx:
        return await fetch_one(tx, shape, query, {"company": company, "id": subject})


async def mark_tried(context: ProviderContext, row: RecurrenceRow) -> None:
    """Mark that the provider may have the recurrence, even if we never see its response."""
    async with context.database.transaction(Scope((row.company_id,))) as tx:
        await tx.execute(
            "update recurrence set tried = true, location_id = %(location_id)s where company_id = %(company_id)s and id = %(id)s",
            row,
        )
