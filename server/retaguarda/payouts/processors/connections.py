"""The connections to processors that pay, with their cached clients; the engine sends each order through its own."""

import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import httpx
import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pinned_connection import PinnedTransport, TransportPerName
from retaguarda.foundation.typed_rows import fetch_one, struct_of
from retaguarda.payout_engine.decide_sending import WAIT_SECONDS
from retaguarda.payout_engine.route_payout import route_payout, route_payouts
from retaguarda.payout_engine.send_by_processor import Chosen, Sender, load_processors
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.health import Counts, Measured
from retaguarda.providers.payout import BatchSender, Payouts, TakenLine
from retaguarda.providers.payout.collect import LotPayouts
from retaguarda.providers.payout.envio import SCOPES, EnvioPayouts
from retaguarda.providers.payout.file import FilePayouts
from retaguarda.providers.payout.lot_port import LotMethod
from retaguarda.providers.payout.lots import LotSender, scopes_of
from retaguarda.providers.pix import PixConfig

#: Purpose of the key that seals its secrets.
SEALED = "payout_processor"
#: Seconds after which a cached connection is read again, so that changes take effect.
_CACHE_SECONDS = 60
_CLIENT_COLUMNS = (
    "base_url",
    "token_url",
    "client_id",
    "client_secret",
    "app_key",
    "certificate",
    "certificate_key",
    "pix_key",
    "branch",
    "number",
    "number_digit",
    "methods",
)


@dataclass(frozen=True, slots=True)
class _Cached:
    until: float
    fields: Row
    sender: Sender


class _Paying(msgspec.Struct):
    """A processor that takes payouts."""

    id: UUID
    name: str
    ispb: str
    adapter: str


class _GivenLine(msgspec.Struct):
    request_number: int
    method: LotMethod
    order_number: int
    amount: int
    bank_ref: str


class _Debited(msgspec.Struct):
    """The account that lots debit."""

    branch: str
    number: str
    number_digit: str
    app_key: bytes
    methods: list[str]


class _Asked(msgspec.Struct):
    """What this reads of a row of ``payout``."""

    method: str


class PayoutConnections:
    """One client per processor in this process, with counts of how its requests end.

    Args:
        counts: where requests are counted.
        reach: the URLs that may be requested.
        transport: replaces the network, in tests.
    """

    def __init__(
        self,
        database: Database,
        keys: Keys,
        counts: Counts,
        reach: AllowedAddresses,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.keys = keys
        self._database = database
        self.counts = counts
        self.reach = reach
        self._transport = transport
        self._cached = dict[UUID, _Cached]()
        self._replaced = list[Payouts]()

    async def choose(self, tx: Tx, payout: Row) -> Chosen:
        """Return the processor of a payout's next order, and why it is this one.

        Raises:
            TryAgain: none that may get it takes orders now.
        """
        routed = await route_payout(tx, payout, await load_processors(tx))
        found = routed.processor
        if found is None:
            raise TryAgain(f"no enabled processor pays by {struct_of(_Asked, payout).method}", WAIT_SECONDS)
        return Chosen(found.id, found.ispb, found.collects, routed.route)

    async def choose_many(self, tx: Tx, payouts: Sequence[Row]) -> list[Chosen | None]:
        """As choose(), for several payouts of one merchant; None for one that nobody takes now."""
        routed = await route_payouts(tx, payouts, await load_processors(tx))
        return [
            None if (found := each.processor) is None else Chosen(found.id, found.ispb, found.collects, each.route)
            for each in routed
        ]

    async def get(self, processor: UUID | None) -> Sender:
        """Return what speaks to a processor; without one, to the first that is called for Pix.

        Raises:
            TryAgain: there is none, or nobody has approved its address.
        """
        cached = self._cached.get(processor) if processor else None
        if cached is not None and cached.until > time.monotonic():
            return cached.sender
        async with self._database.transaction(SYSTEM) as tx:
            row = await tx.one(_FIRST if processor is None else _ONE, {"id": processor})
        if row is None:
            raise TryAgain("no payout processor is connected", WAIT_SECONDS)
        if not row["believed"]:
            raise TryAgain(f"{row['name']} is not enabled where it is now", WAIT_SECONDS)
        fields = {name: row[name] for name in _CLIENT_COLUMNS}
        cached = self._cached.get(row["id"])
        sender = cached.sender if cached is not None and cached.fields == fields else self._sender(row)
        if cached is not None and cached.sender is not sender:
            self._replaced.append(cached.sender.payouts)
        self._cached[row["id"]] = _Cached(time.monotonic() + _CACHE_SECONDS, fields, sender)
        return sender

    async def close(self) -> None:
        for cached in self._cached.values():
            await cached.sender.payouts.close()
        for client in self._replaced:
            await client.close()

    async def batch(self, processor: UUID) -> tuple[BatchSender, int]:
        """Return what speaks to a bank about lots, and how many lines one has at most.

        Raises:
            TryAgain: nobody has approved its address.
        """
        payouts = (await self.get(processor)).payouts
        assert isinstance(payouts, LotPayouts)
        async with self._database.transaction(SYSTEM) as tx:
            most: int = await tx.value("select most_lines from payout_processor where id = %(id)s", {"id": processor})
        return payouts.sender, most

    def client(self, row: Row) -> EnvioPayouts:
        """Build a client from a row of payout_processor, or from pending credentials."""
        config = self._config(row, SCOPES)
        return EnvioPayouts(config, row["pix_key"], self._network(row, config))

    def lot_sender(self, row: Row) -> LotSender:
        """Build what speaks about lots, from a row of payout_processor or from pending credentials."""
        own = struct_of(_Debited, row)
        config = self._config(row, scopes_of(own.methods))
        account = {"branch": own.branch, "number": own.number, "digit": own.number_digit}
        return LotSender(
            config, self._unseal(own.app_key), **account, methods=own.methods, transport=self._network(row, config)
        )

    def _config(self, row: Row, scopes: str) -> PixConfig:
        key = row["certificate_key"]
        return PixConfig(
            base_url=row["base_url"],
            token_url=row["token_url"],
            client_id=row["client_id"],
            client_secret=self._unseal(row["client_secret"]),
            client_pem=row["certificate"] + "\n" + self._unseal(key) if key else "",
            scopes=scopes,
        )

    def _network(self, row: Row, config: PixConfig) -> httpx.AsyncBaseTransport:
        network = TransportPerName(lambda: httpx.AsyncHTTPTransport(verify=config.ssl_context()))
        inner = self._transport or PinnedTransport(network, private=self.reach.private, own=self.reach.is_own)
        return Measured(inner, self.counts.of(row["id"]))

    async def probe(self, row: Row) -> str | None:
        """Ask a processor whether it knows us; return what is wrong in one line, None where it does."""
        if (adapter := row["adapter"]) == "cnab240":
            return None
        try:
            client = self.lot_sender(row) if adapter == "lots" else self.client(row)
        except (OSError, ssl.SSLError) as error:
            return f"the certificate cannot be used: {error}"[:500]
        try:
            return await client.probe()
        finally:
            await client.close()

    def _sender(self, row: Row) -> Sender:
        paying = struct_of(_Paying, row)
        match paying.adapter:
            case "cnab240":
                payouts = FilePayouts()
            case "lots":
                payouts = LotPayouts(self.lot_sender(row), self._find_line)
            case _:
                payouts = self.client(row)
        return Sender(paying.id, paying.name, payouts, paying.ispb)

    async def _find_line(self, order: str) -> tuple[int, TakenLine] | None:
        """Return the lot and line of an order, once its bank has been told to pay it."""
        async with self._database.transaction(SYSTEM) as tx:
            found = await fetch_one(tx, _GivenLine, _LINE, {"order": order})
        if found is None:
            return None
        return found.request_number, TakenLine(found.order_number, found.amount, found.bank_ref, method=found.method)

    def _unseal(self, sealed: bytes) -> str:
        return self.keys.unseal(SEALED, bytes(sealed)).decode()


_LINE = """
    select m.request_number, m.method, l.order_number, l.amount, l.bank_ref
      from payout_order o join payout_lot_line l on l.merchant_id = o.company_id and l.order_id = o.id
      join payout_lot m on m.company_id = l.company_id and m.id = l.lot_id
     where o.provider_id = %(order)s and l.bank_ref is not null and m.release_asked_at is not null
"""
_ONE = "select * from payout_processor where id = %(id)s"
_FIRST = (
    "select * from payout_processor where adapter = 'envio' and ready and enabled order by priority, created_at limit 1"
)
