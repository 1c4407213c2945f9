"""Registers our webhook's address with the providers."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.processors.connections import Connection, webhook_secret
from retaguarda.payin.provider_context import ProviderContext, log
from retaguarda.providers.pix import PixProblem, PixUnavailable

#: The job that a worker asks for when it starts.
REGISTER = "payin.tell_webhooks"


@dataclass(frozen=True, slots=True)
class Webhooks:
    context: ProviderContext

    async def tell(self) -> None:
        """Register our address with each provider, and again when it has changed (PUT /webhook/{chave})."""
        errors = list[str]()
        for connection in await self.context.connections.all():
            async with self.context.database.transaction(SYSTEM) as tx:
                secret = await webhook_secret(tx, self.context.keys, connection.id)
            address = f"{self.context.address}/webhooks/pix/{connection.id}/{secret}"
            try:
                if await _registered(connection) != address:
                    await connection.client.put_webhook(connection.pix_key, address)
                if connection.recurring:
                    await _register_recurrences(connection, address)
            except (PixUnavailable, PixProblem) as error:
                errors.append(f"{connection.name}: {error}")
        if errors:
            raise TryAgain("; ".join(errors))


async def _register_recurrences(connection: Connection, address: str) -> None:
    """Register the same address for recurrences and their charges; ignore the refusal of a provider without Pix
    Automático.
    """
    client = connection.client
    try:
        await client.put_webhook_rec(address)
        await client.put_webhook_cobr(address)
    except PixProblem as error:
        log.info("%s tells of no recurrences: %s", connection.name, error)


async def _registered(connection: Connection) -> str:
    try:
        found = await connection.client.get_webhook(connection.pix_key)
    except PixProblem as error:
        if error.not_found:
            return ""
        raise
    return found.webhookUrl.removesuffix(connection.client.config.webhook_suffix)
