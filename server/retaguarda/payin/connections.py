"""The connections to payment providers, and their clients, kept while they are used."""

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import httpx

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.payin.model import PROVIDER
from retaguarda.providers.pix import PixConfig
from retaguarda.providers.pix.automatic import AutomaticClient

#: A connection that was changed is used as it is now, at the latest after this time.
_KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Account:
    """Where the money of recurring charges arrives; ``kind`` as API Pix names it."""

    branch: str
    number: str
    kind: str


@dataclass(frozen=True, slots=True)
class Connection:
    id: UUID
    name: str
    pix_key: str
    client: AutomaticClient


class Connections:
    """One client a connection for this process.

    Args:
        transport: instead of the network, in tests.
    """

    def __init__(self, database: Database, keys: Keys, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._database = database
        self._keys = keys
        self._transport = transport
        self._open = dict[UUID, tuple[float, Row, Connection]]()

    async def get(self, connection_id: UUID) -> Connection:
        kept = self._open.get(connection_id)
        if kept is not None and kept[0] > time.monotonic():
            return kept[2]
        async with self._database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from pix_connection where id = %(id)s", {"id": connection_id})
        if row is None:
            raise not_found("connection")
        fields = {name: value for name, value in row.items() if name != "reconciled_until"}
        if kept is not None and kept[1] == fields:
            connection = kept[2]
        else:
            connection = Connection(row["id"], row["name"], row["pix_key"], self._client(row))
        self._open[connection_id] = (time.monotonic() + _KEPT_SECONDS, fields, connection)
        return connection

    async def all(self) -> list[Connection]:
        async with self._database.transaction(SYSTEM) as tx:
            rows = await tx.all("select id from pix_connection where enabled order by created_at")
        return [await self.get(row["id"]) for row in rows]

    async def close(self) -> None:
        for _, _, connection in self._open.values():
            await connection.client.close()

    def _client(self, row: Row) -> AutomaticClient:
        config = PixConfig(
            base_url=row["base_url"],
            token_url=row["token_url"],
            client_id=row["client_id"],
            client_secret=self._keys.unseal("pix_connection", bytes(row["client_secret"])).decode(),
            client_cert_path=_path(row["client_certificate"]),
            client_key_path=_path(row["client_key"]),
            ca_path=_path(row["authority"]),
        )
        return AutomaticClient(config, transport=self._transport)


def _path(text: str | None) -> Path | None:
    return Path(text) if text else None


def webhook_secret(keys: Keys, connection_id: UUID) -> str:
    """The part of our webhook's address that only this provider knows; derived, so nothing is stored but its hash."""
    return keys.sign("webhook", connection_id.bytes).hex()


async def ensure_connection(
    database: Database,
    keys: Keys,
    *,
    name: str,
    base_url: str,
    token_url: str,
    client_id: str,
    client_secret: str,
    pix_key: str,
    account: Account | None = None,
) -> UUID:
    """Makes the provider's first connection, or brings its address up to date when it stands already."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute("select pg_advisory_xact_lock(hashtext('pix_connection'))")
        found = await tx.value("select id from pix_connection where name = %(name)s", {"name": name})
        if found is not None:
            await tx.execute(
                "update pix_connection set base_url = %(base)s, token_url = %(token)s,"
                " account_branch = coalesce(account_branch, %(branch)s), account_number = coalesce(account_number, %(number)s),"
                " account_type = coalesce(account_type, %(kind)s) where id = %(id)s",
                {"base": base_url, "token": token_url, "id": found, **_columns(account)},
            )
            return found
        new = uuid7()
        await tx.execute(
            "insert into pix_connection (id, company_id, name, base_url, token_url, client_id, client_secret, pix_key, webhook_secret,"
            " account_branch, account_number, account_type)"
            " values (%(id)s, %(company)s, %(name)s, %(base)s, %(token)s, %(client)s, %(secret)s, %(key)s, %(hash)s, %(branch)s,"
            " %(number)s, %(kind)s)",
            _columns(account)
            | {
                "id": new,
                "company": PROVIDER,
                "name": name,
                "base": base_url,
                "token": token_url,
                "client": client_id,
                "secret": keys.seal("pix_connection", client_secret.encode()),
                "key": pix_key,
                "hash": hashlib.sha256(webhook_secret(keys, new).encode()).digest(),
            },
        )
        return new


def _columns(account: Account | None) -> dict[str, str | None]:
    if account is None:
        return {"branch": None, "number": None, "kind": None}
    return {"branch": account.branch, "number": account.number, "kind": account.kind}
