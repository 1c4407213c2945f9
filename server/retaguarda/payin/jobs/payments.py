"""Payments as the provider itself tells of them when asked: after a hint, and by the clock."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.payin.connections import Connection
from retaguarda.payin.jobs.outside import Outside, asked, log
from retaguarda.payin.messages import recorder
from retaguarda.payin.receiving import receive
from retaguarda.payin.refunding import follow_refund
from retaguarda.providers.pix import Devolucao, Pix, PixProblem, PixUnavailable

#: Takes a Pix that is no pay-in; None: it is one. False: it was known already.
Deposits = Callable[[Tx, UUID, Pix], Awaitable[bool | None]]

#: What a provider may still add to the past: clocks differ, and its list may lag behind its payments.
OVERLAP = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Payments:
    outside: Outside
    deposits: Deposits

    async def read_back(self, connection: str, end_to_end_id: str) -> None:
        """GET /pix/{e2eid}: a webhook is only a hint; what the provider says when asked is posted."""
        found = await self.outside.connections.get(UUID(connection))
        client = found.client
        async with self.outside.database.transaction(SYSTEM) as tx:
            known = await tx.one(
                "select company_id, charge_id from pix_payment where end_to_end_id = %(id)s", {"id": end_to_end_id}
            )
        if known is not None:
            hook = recorder(self.outside.database, found.id, known["company_id"], known["charge_id"])
            client = client.recorded(hook)
        try:
            pix = await asked(client.get_pix(end_to_end_id))
        except PixProblem as error:
            log.warning("a webhook told of a Pix the provider does not confirm: %s", error)
            return
        async with self.outside.database.transaction(SYSTEM) as tx:
            await self._take(tx, found.id, pix)
        await self._follow(end_to_end_id, pix.refunds)

    async def reconcile(self) -> None:
        """Asks each provider for every Pix since the last time, for the hints that never came."""
        for connection in await self.outside.connections.all():
            now = datetime.now(UTC)
            try:
                await self._reconcile(connection, now)
            except PixUnavailable as error:
                log.warning("reconciling with %s: %s", connection.name, error)
                continue
            async with self.outside.database.transaction(SYSTEM) as tx:
                await tx.execute(
                    "update pix_connection set reconciled_until = %(now)s where id = %(id)s",
                    {"now": now, "id": connection.id},
                )

    async def _reconcile(self, connection: Connection, now: datetime) -> None:
        async with self.outside.database.transaction(SYSTEM) as tx:
            since = await tx.value(
                "select reconciled_until from pix_connection where id = %(id)s", {"id": connection.id}
            )
        async for pix in connection.client.list_pix(since - OVERLAP, now):
            async with self.outside.database.transaction(SYSTEM) as tx:
                if await self._take(tx, connection.id, pix):
                    log.info("reconciling found a Pix that no webhook told of")
            await self._follow(pix.endToEndId, pix.refunds)

    async def _take(self, tx: Tx, connection_id: UUID, pix: Pix) -> bool:
        taken = await self.deposits(tx, connection_id, pix)
        return await receive(tx, connection_id, pix) if taken is None else taken

    async def _follow(self, end_to_end_id: str, refunds: list[Devolucao]) -> None:
        for said in refunds:
            async with self.outside.database.transaction(SYSTEM) as tx:
                row = await tx.one(
                    "select company_id, id from refund where end_to_end_id = %(e2e)s and provider_id = %(id)s",
                    {"e2e": end_to_end_id, "id": said.id},
                )
                if row is not None:
                    await follow_refund(tx, row["id"], row["company_id"], said)
