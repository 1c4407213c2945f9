"""The connections to payment providers, and their clients, kept while they are used."""

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
from retaguarda.payin.processors.allowed_addresses import AllowedAddresses
from retaguarda.payin.processors.health import Counts, Measured
from retaguarda.providers.pix import PixConfig
from retaguarda.providers.pix.automatic import AutomaticClient

#: A connection that was changed is used as it is now, at the latest after this time.
_KEPT_SECONDS = 60
#: How long what waits for one that is not enabled waits before it looks again.
_AGREED_SECONDS = 60
#: After that no call of a client that was replaced is under way any more: each takes a fraction of it.
_LAST_CALLS_SECONDS = 120
#: The purpose under which its secrets are sealed.
SEALED = "pix_connection"
#: What its client is made of.
_MADE_OF = ("base_url", "token_url", "client_id", "client_secret", "certificate", "certificate_key", "pix_key", "name")


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
    #: Recurring charges can be received there.
    recurring: bool
    client: AutomaticClient


class Connections:
    """One client a connection for this process, which also counts how its calls end.

    Args:
        reach: which addresses may be called.
        transport: instead of the network, in tests.
    """

    def __init__(
        self, database: Database, keys: Keys, reach: AllowedAddresses, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.keys = keys
        self.counts = Counts(database)
        self._database = database
        self._reach = reach
        self._transport = transport
        self._open = dict[UUID, tuple[float, Row, Connection]]()
        self._replaced = list[tuple[float, AutomaticClient]]()
        self._foreign = set[tuple[UUID, str]]()

    async def get(self, connection_id: UUID) -> Connection:
        """
        Raises:
            TryAgain: nobody has agreed to where it is.
        """
        kept = self._open.get(connection_id)
        if kept is not None and kept[0] > time.monotonic():
            return kept[2]
        async with self._database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from pix_connection where id = %(id)s", {"id": connection_id})
        if row is None:
            raise not_found("connection")
        if not row["believed"]:
            raise TryAgain(f"{row['name']} is not enabled where it is now", _AGREED_SECONDS)
        fields = {name: row[name] for name in (*_MADE_OF, "account_number")}
        # Another call may have read it meanwhile.
        kept = self._open.get(connection_id)
        if kept is not None and kept[1] == fields:
            connection = kept[2]
        else:
            recurring = row["account_number"] is not None
            connection = Connection(row["id"], row["name"], row["pix_key"], recurring, self.client(row))
            if kept is not None:
                self._replaced.append((time.monotonic() + _LAST_CALLS_SECONDS, kept[2].client))
        self._open[connection_id] = (time.monotonic() + _KEPT_SECONDS, fields, connection)
        await self._close_replaced(time.monotonic())
        return connection

    async def _close_replaced(self, now: float) -> None:
        over = [client for until, client in self._replaced if until <= now]
        self._replaced = [(until, client) for until, client in self._replaced if until > now]
        for client in over:
            await client.close()

    async def all(self) -> list[Connection]:
        """Also those that get no new charges: what was asked for there may still be paid. None that was never enabled where it is."""
        async with self._database.transaction(SYSTEM) as tx:
            rows = await tx.all("select id from pix_connection where ready and believed order by priority, created_at")
        return [await self.get(row["id"]) for row in rows]

    async def is_mine(self, connection: Connection, key: str | None) -> bool:
        """Whether a Pix to this key is the connection's: of two accounts at one bank, its lists may tell each of both."""
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
        for _, _, connection in self._open.values():
            await connection.client.close()
        await self._close_replaced(float("inf"))

    def client(self, row: Row) -> AutomaticClient:
        """A client of the credentials in a row of pix_connection, or in what is about to become one."""
        key = row["certificate_key"]
        pem = row["certificate"] + "\n" + self._open_sealed(key) if key else ""
        config = PixConfig(
            base_url=row["base_url"],
            token_url=row["token_url"],
            client_id=row["client_id"],
            client_secret=self._open_sealed(row["client_secret"]),
            client_pem=pem,
        )
        network = TransportPerName(lambda: httpx.AsyncHTTPTransport(verify=config.ssl_context()))
        inner = self._transport or PinnedTransport(network, private=self._reach.private, own=self._reach.is_own)
        return AutomaticClient(config, transport=Measured(inner, self.counts.of(row["id"])))

    def _open_sealed(self, sealed: bytes) -> str:
        return self.keys.unseal(SEALED, bytes(sealed)).decode()


async def webhook_secret(tx: Tx, keys: Keys, connection_id: UUID) -> str:
    """The part of our webhook's address that only this provider knows; derived, so nothing is stored but its hash."""
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
    """Makes the connection of the settings, or brings its address up to date when it stands already under their name."""
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
        new = uuid7()
        await tx.execute(
            "insert into pix_connection (id, company_id, settings_name, name, priority, base_url, token_url, client_id, client_secret, pix_key,"
            " webhook_secret, account_branch, account_number, account_type)"
            " values (%(id)s, %(company)s, %(name)s, %(name)s, %(priority)s, %(base)s, %(token)s, %(client)s, %(secret)s, %(key)s, %(hash)s, %(branch)s,"
            " %(number)s, %(kind)s)",
            _columns(account)
            | {
                "id": new,
                "company": PROVIDER,
                "name": name,
                "priority": priority,
                "base": base_url,
                "token": token_url,
                "client": client_id,
                "secret": keys.seal(SEALED, client_secret.encode()),
                "key": pix_key,
                "hash": hashlib.sha256((await webhook_secret(tx, keys, new)).encode()).digest(),
            },
        )
        return new


def _columns(account: Account | None) -> dict[str, str | None]:
    if account is None:
        return {"branch": None, "number": None, "kind": None}
    return {"branch": account.branch, "number": account.number, "kind": account.kind}
