"""Helpers of every request to the provider about recurrences."""

from uuid import UUID

from retaguarda.foundation.database import Row, Scope
from retaguarda.payin.processors.provider_messages import recorder
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.pix.automatic import AutomaticClient


async def client_of(context: ProviderContext, row: Row) -> AutomaticClient:
    """Return the connection's client, which stores each exchange under its recurrence or charge."""
    connection = await context.connections.get(UUID(str(row["connection_id"])))
    return connection.client.recorded(recorder(context.database, connection.id, row["company_id"], row["id"]))


async def row_of(context: ProviderContext, table: str, company: int, subject: str) -> Row | None:
    async with context.database.transaction(Scope((company,))) as tx:
        return await tx.one(
            f"select * from {table} where company_id = %(company)s and id = %(id)s", {"company": company, "id": subject}
        )


async def mark_tried(context: ProviderContext, row: Row) -> None:
    """Mark that the provider may have the recurrence, even if we never see its response."""
    async with context.database.transaction(Scope((row["company_id"],))) as tx:
        await tx.execute(
            "update recurrence set tried = true, location_id = %(location_id)s where company_id = %(company_id)s and id = %(id)s",
            row,
        )
