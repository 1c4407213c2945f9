"""Jobs that read payments from the provider: after a hint, and by the clock."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg

from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.ledger import LedgerError
from retaguarda.payin.payments.receive_payment import receive_payment
from retaguarda.payin.payments.settle_batch import BATCH_SIZE, PayerBoundError, receive_batch
from retaguarda.payin.processors.connections import Connection
from retaguarda.payin.processors.provider_messages import recorder
from retaguarda.payin.provider_context import ProviderContext, log, response_or_retry
from retaguarda.payin.refunds.transitions import sync_refund
from retaguarda.providers.pix import Devolucao, Pix, PixNotUnderstood, PixProblem, PixUnavailable
from retaguarda.providers.pix.automatic import AutomaticClient

#: Receives a Pix that is no pay-in. Returns None when it is pay-in, False when we knew it already.
Deposits = Callable[[Tx, UUID, Pix], Awaitable[bool | None]]

#: How far back a provider may still add payments: clocks differ, and its list may lag.
OVERLAP = timedelta(minutes=10)

#: The jobs that read one payment, and many.
READ_BACK, READ_BACK_MANY = "payin.read_back", "payin.read_back_many"

#: Read at most this many times the wanted number from a provider's list.
PATIENCE = 4


@dataclass(frozen=True, slots=True)
class Payments:
    context: ProviderContext
    deposits: Deposits
    queue: Queue

    async def read_back(self, connection: str, end_to_end_id: str) -> None:
        """GET /pix/{e2eid}: a webhook is only a hint; post what the provider confirms."""
        found = await self.context.connections.get(UUID(connection))
        client = found.client
        async with self.context.database.transaction(SYSTEM) as tx:
            known = await tx.one(
                "select company_id, charge_id from pix_payment where end_to_end_id = %(id)s", {"id": end_to_end_id}
            )
        if known is not None:
            hook = recorder(self.context.database, found.id, known["company_id"], known["charge_id"])
            client = client.recorded(hook)
        try:
            pix = await response_or_retry(client.get_pix(end_to_end_id))
        except PixProblem as error:
            log.warning("a webhook told of a Pix the provider does not confirm: %s", error)
            return
        if not await self.context.connections.is_mine(found, pix.chave):
            log.warning("a webhook told one processor of a Pix of another")
            return
        async with self.context.database.transaction(SYSTEM) as tx:
            await self._receive(tx, found.id, pix)
        await self._sync_refunds(end_to_end_id, pix.refunds)

    async def read_back_many(self, connection: str, end_to_end_ids: list[str], since: str, until: str) -> None:
        """GET /pix over the time they were paid in; enqueue one job for each that the list lacks.

        Args:
            since, until: ISO 8601, from the webhook.
        """
        found = await self.context.connections.get(UUID(connection))
        wanted = set(end_to_end_ids)
        listed = await _list_wanted(
            found.client,
            wanted,
            datetime.fromisoformat(since),
            datetime.fromisoformat(until) + timedelta(milliseconds=1),
        )
        if missing := wanted - {pix.endToEndId for pix in listed}:
            async with self.context.database.transaction(SYSTEM) as tx:
                args = [{"connection": connection, "end_to_end_id": number} for number in sorted(missing)]
                await self.queue.defer(tx, READ_BACK, args)
        mine = [pix for pix in listed if await self.context.connections.is_mine(found, pix.chave)]
        await self._receive_many(found.id, mine)

    async def reconcile(self) -> None:
        """List every Pix of each provider since the last run, to find payments whose hints never came."""
        for connection in await self.context.connections.all():
            now = datetime.now(UTC)
            try:
                await self._reconcile(connection, now)
            except (PixUnavailable, TryAgain) as error:
                log.warning("reconciling with %s: %s", connection.name, error)
                continue
            async with self.context.database.transaction(SYSTEM) as tx:
                await tx.execute(
                    "update pix_connection set reconciled_until = %(now)s where id = %(id)s",
                    {"now": now, "id": connection.id},
                )

    async def _reconcile(self, connection: Connection, now: datetime) -> None:
        async with self.context.database.transaction(SYSTEM) as tx:
            since = await tx.value(
                "select reconciled_until from pix_connection where id = %(id)s", {"id": connection.id}
            )
        batch = list[Pix]()
        async for pix in connection.client.list_pix(since - OVERLAP, now):
            if await self.context.connections.is_mine(connection, pix.chave):
                batch.append(pix)
            if len(batch) == BATCH_SIZE:
                await self._receive_many(connection.id, batch)
                batch = []
        await self._receive_many(connection.id, batch)

    async def _receive_many(self, connection_id: UUID, found: Sequence[Pix]) -> None:
        """Receive the ordinary ones in one batch and the rest one by one. A payment that fails does not hold the others
        back.
        """
        done, failed = await self._receive_batch(connection_id, found), list[Exception]()
        for pix in found:
            try:
                if pix.endToEndId not in done:
                    async with self.context.database.transaction(SYSTEM) as tx:
                        await self._receive(tx, connection_id, pix)
                await self._sync_refunds(pix.endToEndId, pix.refunds)
            except (psycopg.Error, LedgerError) as error:
                log.exception("a Pix could not be taken: %s", pix.endToEndId)
                failed.append(error)
        if failed:
            raise TryAgain(f"{len(failed)} of {len(found)} Pix could not be taken") from failed[0]

    async def _receive_batch(self, connection_id: UUID, found: Sequence[Pix]) -> set[str]:
        if len(found) < 2:
            return set()
        try:
            async with self.context.database.transaction(SYSTEM) as tx:
                return await receive_batch(tx, connection_id, found)
        except (psycopg.Error, LedgerError, PayerBoundError) as error:
            log.info("%s Pix are taken one by one: %s", len(found), error)
            return set()

    async def _receive(self, tx: Tx, connection_id: UUID, pix: Pix) -> bool:
        received = await self.deposits(tx, connection_id, pix)
        return await receive_payment(tx, connection_id, pix) if received is None else received

    async def _sync_refunds(self, end_to_end_id: str, refunds: list[Devolucao]) -> None:
        for reported in refunds:
            async with self.context.database.transaction(SYSTEM) as tx:
                row = await tx.one(
                    "select company_id, id from refund where end_to_end_id = %(e2e)s and provider_id = %(id)s",
                    {"e2e": end_to_end_id, "id": reported.id},
                )
                if row is not None:
                    await sync_refund(tx, row["id"], row["company_id"], reported)


async def _list_wanted(client: AutomaticClient, wanted: set[str], since: datetime, until: datetime) -> list[Pix]:
    """Return those of the wanted payments that the provider lists; none when its list is unusable.

    Raises:
        TryAgain: the provider did not respond.
    """
    listed, read = list[Pix](), 0
    try:
        async for pix in client.list_pix(since, until, page_size=2 * len(wanted)):
            read += 1
            if pix.endToEndId in wanted:
                listed.append(pix)
            if len(listed) == len(wanted) or read == PATIENCE * len(wanted):
                break
    except (PixProblem, PixNotUnderstood) as error:
        log.info("the provider's list is of no use: %s", error)
    except PixUnavailable as error:
        raise TryAgain(str(error), error.retry_after) from error
    return listed
