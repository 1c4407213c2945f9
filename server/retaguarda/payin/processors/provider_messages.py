"""Stores the raw messages to and from the provider, each under its charge."""

from uuid import UUID

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.providers.pix import Exchange, ExchangeHook


def recorder(database: Database, connection_id: UUID, company: int, charge_id: UUID | None) -> ExchangeHook:
    """Return a hook that stores each exchange in a separate transaction, so that a failed request is stored too."""

    async def store(exchange: Exchange) -> None:
        async with database.transaction(Scope((company,))) as tx:
            await store_message(tx, connection_id, company, charge_id, "out", exchange)

    return store


async def store_message(
    tx: Tx, connection_id: UUID, company: int, charge_id: UUID | None, direction: str, exchange: Exchange
) -> None:
    await tx.execute(
        "insert into provider_message (company_id, id, connection_id, charge_id, at, direction, method, url, status,"
        " request, response, error, duration_ms) values (%(company)s, %(id)s, %(connection)s, %(charge)s, %(at)s,"
        " %(direction)s, %(method)s, %(url)s, %(status)s, %(request)s::jsonb, %(response)s::jsonb, %(error)s, %(duration)s)",
        {
            "company": company,
            "id": uuid7(),
            "connection": connection_id,
            "charge": charge_id,
            "at": exchange.at,
            "direction": direction,
            "method": exchange.method,
            "url": exchange.url,
            "status": exchange.status,
            "request": text_of(exchange.request),
            "response": text_of(exchange.response),
            "error": exchange.error or None,
            "duration": exchange.duration_ms,
        },
    )


def text_of(value: object) -> str:
    """Serialise as JSON for jsonb."""
    # jsonb cannot hold NUL, but a provider's text may.
    return json_text(value).replace("\\u0000", "")
