"""What every call about recurrences needs."""

from uuid import UUID

from retaguarda.foundation.database import Row, Scope
from retaguarda.payin.charges.provider_messages import recorder
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.pix.automatic import AutomaticClient


async def client_of(outside: ProviderContext, row: Row) -> AutomaticClient:
    """The connection's client, which keeps every exchange beside the recurrence or charge it is about."""
    connection = await outside.connections.get(UUID(str(row["connection_id"])))
    return connection.client.recorded(recorder(outside.database, connection.id, row["company_id"], row["id"]))


async def row_of(outside: ProviderContext, table: str, company: int, subject: str) -> Row | None:
    async with outside.database.transaction(Scope((company,))) as tx:
        return await tx.one(
            f"select * from {table} where company_id = %(company)s and id = %(id)s", {"company": company, "id": subject}
        )


async def mark_tried(outside: ProviderContext, row: Row) -> None:
    """From now on a recurrence may stand at the provider without our knowing."""
    async with outside.database.transaction(Scope((row["company_id"],))) as tx:
        await tx.execute(
            "update recurrence set tried = true, location_id = %(location_id)s where company_id = %(company_id)s and id = %(id)s",
            row,
        )
