"""The connections to providers of checks: who is asked next, and through which client."""

from uuid import UUID

import httpx
import msgspec

from retaguarda.compliance.providers.commands import SEALED
from retaguarda.compliance.providers.model import CIRCUIT_SECONDS
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pinned_connection import PinnedTransport, TransportPerName
from retaguarda.foundation.request import PROVIDER
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.providers.checks.http_client import HttpChecks
from retaguarda.providers.checks.port import CheckPort, CheckProvider


class CalledProvider(msgspec.Struct):
    """A provider as it is called; ``cost`` in minor units of an answered call."""

    id: UUID
    name: str
    port: CheckPort
    base_url: str
    secret: bytes
    status: str
    version: int
    cost: int
    currency: str


_COLUMNS = "p.id, p.name, p.port, p.base_url, p.secret, p.status, p.version, p.cost, p.currency"
_NEXT = f"""
    select {_COLUMNS} from check_provider p cross join lateral check_provider_figures(p.id) f
     where p.port = %(port)s and p.status = 'active' and p.id <> all(%(tried)s)
       and (p.quota is null or f.used < p.quota)
       and (p.opened_at is null or p.opened_at <= now() - interval '{CIRCUIT_SECONDS} seconds')
     order by p.priority, p.id limit 1
"""


class CheckConnections:
    """
    Args:
        reach: the URLs that may be requested.
        transport: replaces the network, in tests.
    """

    def __init__(
        self,
        database: Database,
        keys: Keys,
        reach: AllowedAddresses,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.keys = keys
        self._database = database
        self._reach = reach
        self.transport = transport

    async def read(self, provider: UUID) -> CalledProvider | None:
        async with self._database.transaction(Scope((PROVIDER,))) as tx:
            row = await tx.one(f"select {_COLUMNS} from check_provider p where p.id = %(id)s", {"id": provider})
        return None if row is None else msgspec.convert(row, CalledProvider)

    async def next_of(self, tx: Tx, port: CheckPort, tried: list[UUID]) -> CalledProvider | None:
        """The next to ask: active, in their order, with quota left, and no open circuit."""
        row = await tx.one(_NEXT, {"port": port, "tried": tried})
        return None if row is None else msgspec.convert(row, CalledProvider)

    def client(self, provider: CalledProvider) -> CheckProvider:
        """A client of one provider; who asks closes it."""
        network = self.transport or TransportPerName(lambda: httpx.AsyncHTTPTransport(trust_env=False))
        # A client in tests shares its transport with others, and does not close it.
        pinned = PinnedTransport(network, private=self._reach.private, own=self._reach.is_own)
        transport = _Shared(self.transport) if self.transport else pinned
        return HttpChecks(provider.base_url, self.keys.unseal(SEALED, provider.secret).decode(), transport)


class _Shared(httpx.AsyncBaseTransport):
    """A transport that outlives who uses it."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self._inner.handle_async_request(request)
