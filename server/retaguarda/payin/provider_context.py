"""The context of every request to a payment provider."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.payin.processors.connections import Connections
from retaguarda.payin.processors.provider_messages import recorder
from retaguarda.providers.pix import PixClient, PixUnavailable

T = TypeVar("T")
log = logging.getLogger("retaguarda.payin")


@dataclass(frozen=True, slots=True)
class ProviderContext:
    """``address``: this installation's URL, as the provider reaches it."""

    database: Database
    connections: Connections
    keys: Keys
    address: str

    async def recorded(self, connection_id: UUID, company: int, charge_id: UUID | None) -> tuple[PixClient, str]:
        """Return the connection's client, which stores each exchange under the charge, and its Pix key."""
        connection = await self.connections.get(connection_id)
        hook = recorder(self.database, connection_id, company, charge_id)
        return connection.client.recorded(hook), connection.pix_key

    async def store_error(self, table: str, company: int, subject: UUID, why: str) -> None:
        """Store on a charge or refund why its job failed; the job runs again."""
        async with self.database.transaction(Scope((company,))) as tx:
            await tx.execute(
                f"update {table} set attempts = attempts + 1, last_error = %(why)s"
                " where company_id = %(company)s and id = %(subject)s",
                {"company": company, "subject": subject, "why": why[:500]},
            )


async def response_or_retry(request: Awaitable[T]) -> T:
    """Return the provider's response.

    Raises:
        TryAgain: the provider was not available.
    """
    try:
        return await request
    except PixUnavailable as error:
        raise TryAgain(str(error), error.retry_after) from error
