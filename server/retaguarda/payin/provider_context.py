"""What every call to the provider needs."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.payin.charges.provider_messages import recorder
from retaguarda.payin.processors.connections import Connections
from retaguarda.providers.pix import PixClient, PixUnavailable

T = TypeVar("T")
log = logging.getLogger("retaguarda.payin")


@dataclass(frozen=True, slots=True)
class ProviderContext:
    """``address`` is of this installation, as the provider reaches it."""

    database: Database
    connections: Connections
    keys: Keys
    address: str

    async def recorded(self, connection_id: UUID, company: int, charge_id: UUID | None) -> tuple[PixClient, str]:
        """The connection's client, which keeps every exchange beside the charge; and its Pix key."""
        connection = await self.connections.get(connection_id)
        hook = recorder(self.database, connection_id, company, charge_id)
        return connection.client.recorded(hook), connection.pix_key

    async def note(self, table: str, row: dict[str, object], why: str) -> None:
        """Writes down on a charge or refund why it waits; the job comes back."""
        async with self.database.transaction(Scope((int(str(row["company_id"])),))) as tx:
            await tx.execute(
                f"update {table} set attempts = attempts + 1, last_error = %(why)s"
                " where company_id = %(company_id)s and id = %(id)s",
                row | {"why": why[:500]},
            )


async def asked(request: Awaitable[T]) -> T:
    """The answer; a provider that does not answer is asked again later."""
    try:
        return await request
    except PixUnavailable as error:
        raise TryAgain(str(error), error.retry_after) from error
