"""The connections to payment providers, with their cached clients."""

import hashlib
import time
from dataclasses import dataclass
from uuid import UUID

import httpx

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pinned_connection import PinnedTransport, TransportPerName
from retaguarda.foundation.request import PROVIDER
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.health import Counts, Measured
from retaguarda.providers.pix import PixConfig
from retaguarda.providers.pix.automatic import AutomaticClient

#: Seconds after which a cached connection is read again, so that changes take effect.
_CACHE_SECONDS = 60
#: Seconds until work for a connection that is not enabled is retried.
_NOT_ENABLED_SECONDS = 60
#: Seconds after which a replaced client has no request under way; each takes a fraction of that.
_CLOSE_SECONDS = 120
#: Purpose of the key that seals its secrets.
SEALED = "pix_connection"
#: Columns a client is built from.
_CLIENT_COLUMNS = (
    "base_url",
    "token_url",
    "client_id",
    "client_secret",
    "certificate",
    "certificate_key",
    "pix_key",
    "name",
)


@dataclass(frozen=True, slots=True)
class Account:
    """The account that receives recurring charges; ``kind`` in API Pix's words."""

    branch: str
    number: str
    kind: str


@dataclass(frozen=True, slots=True)
class Connection:
    id: UUID
    name: str
    pix_key: str
    #: Whether it has an account for recurring charges.
    recurring: bool
    client: AutomaticClient


class Connections:
    """One client per connection in this process, with counts of how its requests end.

    Args:
        reach: the URLs that may be requested.
        transport: replaces the network, in tests.
    """

    def __init__(
        self, database: Database, keys: Keys, reach: AllowedAddresses, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.keys = keys
        self.counts = Counts(database)
        self._database = database
        self._reach = reach
        self._transport = transport
        self._cached = dict[UUID, tuple[float, Row, Connection]]()
        self._replaced = list[tuple[float, AutomaticClient]]()
        self._foreign = set[tuple[UUID, str]]()

    async def get(self, connection_id: UUID) -> Connection:
        """Return the connection.

        Raises:
            TryAgain: nobody has approved its address.
        """
        cached = self._cached.get(connection_id)
        if cached is not None and cached[0] > time.monotonic():
            return cached[2]
        async with self._database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from pix_connection where id = %(id)s", {"id": connection_id})
        if row is None:
            raise not_found("connection")
        if not row["believed"]:
            raise TryAgain(f"{row['name']} is not enabled where it is now", _NOT_ENABLED_SECONDS)
        fields = {name: row[name] for name in (*_CLIENT_COLUMNS, "account_number")}
        # Another request may have read it meanwhile.
        cached = self._cached.get(connection_id)
        if cached is not None and cached[1] == fields:
            connection = cached[2]
        else:
            recurring = row["account_number"] is not None
            connection = Connection(row["id"], row["name"], row["pix_key"], recurring, self.client(row))
            if cached is not None:
                self._replaced.append((time.monotonic() + _CLOSE_SECONDS, cached[2].client))
        self._cached[connection_id] = (time.monotonic() + _CACHE_SECONDS, fields, connection)
        await self._close_replaced(time.monotonic())
        return connection

    async def _close_replaced(self, now: float) -> None:
        expired = [client for until, client in self._replaced if until <= now]
        self._replaced = [(until, client) for until, client in self._replaced if until > now]
        for client in expired:
            await client.close()

    async def all(self) -> list[Connection]:
        """Return the connections to poll, disabled ones too: their charges may still be paid. Leave out those whose
        address nobody approved.
        """
        async with self._database.transaction(SYSTEM) as tx:
            rows = await tx.all("select id from pix_connection where ready and believed order by priority, created_at")
        return [await self.get(row["id"]) for row in rows]

    async def is_mine(self, connection: Connection, key: str | None) -> bool:
        """Return whether a Pix to this key belongs to the connection: a bank with two of our accounts may list both to
        each.
        """
        if key is None or key == connection.pix_key:
            return True
        if (connection.id, key) not in self._foreign:
            async with self._database.transaction(SYSTEM) as tx:
                others = await tx.value(
                    "select exists (select 1 from pix_connection o, pix_connection c where c.id = %(id)s"
                    " and o.base_url = c.base_url and o.pix_key = %(key)s and o.id <> c.id)",
                    {"id": connection.id, "key": key},
                )
            if not others:
                return True
            self._foreign.add((connection.id, key))
        return False

    async def close(self) -> None:
        for _, _, connection in self._cached.values():
            await connection.client.close()
        await self._close_replaced(float("inf"))

    def client(self, row: Row) -> AutomaticClient:
        """Build a client from a row of pix_connection, or from pending credentials."""
        key = row["certificate_key"]
        pem = row["certificate"] + "\n" + self._unseal(key) if key else ""
        config = PixConfig(
            base_url=row["base_url"],
            token_url=row["token_url"],
            client_id=row["client_id"],
            client_secret=self._unseal(row["client_secret"]),
            client_pem=pem,
        )
        network = TransportPerName(lambda: httpx.AsyncHTTPTransport(verify=config.ssl_context()))
        inner = self._transport or PinnedTransport(network, private=self._reach.private, own=self._reach.is_own)
        return AutomaticClient(config, transport=Measured(inner, self.counts.of(row["id"])))

    def _unseal(self, sealed: bytes) -> str:
        return self.keys.unseal(SEALED, bytes(sealed)).decode()


async def webhook_secret(tx: Tx, keys: Keys, connection_id: UUID) -> str:
    """Derive the secret part of our webhook's address for this provider; we store only its hash."""
    return (await keys.sign_permanently(tx, "webhook", connection_id.bytes)).hex()


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
    priority: int = 100,
) -> UUID:
    """Create the connection of the settings, or update the address of the one with their name."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute("select pg_advisory_xact_lock(hashtext('pix_connection'))")
        found = await tx.value("select id from pix_connection where settings_name = %(name)s", {"name": name})
        if found is not None:
            await tx.execute(
                "update pix_connection set base_url = %(base)s, token_url = %(token)s,"
                " account_branch = coalesce(account_branch, %(branch)s), account_number = coalesce(account_number, %(number)s),"
                " account_type = coalesce(account_type, %(kind)s) where id = %(id)s",
                {"base": base_url, "token": token_url, "id": found, **_columns(account)},
            )
            return found
        connection_id = uuid7()
        await tx.execute(
            "insert into pix_connection (id, company_id, settings_name, name, priority, base_url, token_url, client_id, client_secret, pix_key,"
            " webhook_secret, account_branch, account_number, account_type)"
            " values (%(id)s, %(company)s, %(name)s, %(name)s, %(priority)s, %(base)s, %(token)s, %(client)s, %(secret)s, %(key)s, %(hash)s, %(branch)s,"
            " %(number)s, %(kind)s)",
            _columns(account)
            | {
                "id": connection_id,
                "company": PROVIDER,
                "name": name,
                "priority": priority,
                "base": base_url,
                "token": token_url,
                "client": client_id,
                "secret": keys.seal(SEALED, client_secret.encode()),
                "key": pix_key,
                "hash": hashlib.sha256((await webhook_secret(tx, keys, connection_id)).encode()).digest(),
            },
        )
        return connection_id


def _columns(account: Account | None) -> dict[str, str | None]:
    if account is None:
        return {"branch": None, "number": None, "kind": None}
    return {"branch": account.branch, "number": account.number, "kind": account.kind}
