"""Calls to the provider, each made by a job that may run twice."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Row, Scope, Tx
from retaguarda.foundation.documents import parse
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.payin.connections import Connection, Connections, webhook_secret
from retaguarda.payin.messages import recorder
from retaguarda.payin.moves import record_move
from retaguarda.payin.receiving import receive
from retaguarda.payin.refunding import fail_refund, follow_refund
from retaguarda.providers.pix import (
    Cob,
    CobSolicitada,
    Devedor,
    DevolucaoSolicitada,
    PixClient,
    PixProblem,
    PixUnavailable,
)

log = logging.getLogger("retaguarda.payin")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Calls:
    database: Database
    connections: Connections
    keys: Keys
    #: Of this installation, as the provider reaches it.
    address: str

    async def register_charge(self, company: int, charge: str) -> None:
        """PUT /cob/{txid}: created → pending, or failed when the provider refuses it."""
        row = await self._charge(company, charge)
        if row is None or row["status"] != "created":
            return
        if row["cancel_requested_at"] is not None:
            await self._move(row, "cancelled")
            return
        if row["expires_at"] <= datetime.now(UTC):
            await self._move(row, "expired")
            return
        client, pix_key = await self._client(row)
        try:
            cob = await _put_once(client, row, pix_key)
        except PixUnavailable as error:
            await self._note_charge(row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._move(row, "failed", error=str(error))
            return
        await self._registered(row, cob)

    async def cancel_charge(self, company: int, charge: str) -> None:
        """PATCH /cob/{txid} to REMOVIDA_PELO_USUARIO_RECEBEDOR; a charge paid meanwhile is read back instead."""
        row = await self._charge(company, charge)
        if row is None or row["status"] not in ("created", "pending"):
            return
        if row["status"] == "created":
            # Registering and cancelling must not cross: the register job cancels what was never told.
            raise TryAgain("the charge is just being registered", 2)
        client, _ = await self._client(row)
        try:
            await client.cancel_cob(row["txid"])
        except PixUnavailable as error:
            await self._note_charge(row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            cob = await _ask(client.get_cob(row["txid"]))
            if cob.status == "CONCLUIDA":
                for pix in cob.payments:
                    await self._receive(row["connection_id"], client, pix.endToEndId)
                return
            if cob.status == "ATIVA":
                await self._note_charge(row, str(error))
                return
        await self._move(row, "cancelled")

    async def send_refund(self, company: int, refund: str) -> None:
        """PUT /pix/{e2eid}/devolucao/{id}, under the id chosen when it was asked for, so a repetition pays once."""
        row = await self._refund(company, refund)
        if row is None or row["status"] in ("settled", "failed"):
            return
        client = (await self._recorded(row["connection_id"], company, row["charge_id"]))[0]
        e2e, number = row["end_to_end_id"], row["provider_id"]
        try:
            if row["status"] == "processing":
                said = await client.get_refund(e2e, number)
            else:
                said = await client.put_refund(
                    e2e, number, DevolucaoSolicitada(row["amount"], descricao=row["reason"] or "")
                )
        except PixUnavailable as error:
            await self._note_refund(row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._refused_refund(client, row, error)
            return
        async with self.database.transaction(Scope((company,))) as tx:
            await follow_refund(tx, row["id"], company, said)
        if said.status == "EM_PROCESSAMENTO":
            raise TryAgain("the provider is still working on the refund", 3)

    async def read_back(self, connection: str, end_to_end_id: str) -> None:
        """GET /pix/{e2eid}: a webhook is only a hint; what the provider says when asked is posted."""
        found = await self.connections.get(UUID(connection))
        await self._receive(found.id, found.client, end_to_end_id)

    async def reconcile(self) -> None:
        """Asks each provider for every Pix since the last time, for the hints that never came."""
        for connection in await self.connections.all():
            async with self.database.transaction(SYSTEM) as tx:
                since = await tx.value(
                    "select reconciled_until from pix_connection where id = %(id)s", {"id": connection.id}
                )
            now = datetime.now(UTC)
            try:
                async for pix in connection.client.list_pix(since - timedelta(minutes=10), now):
                    async with self.database.transaction(SYSTEM) as tx:
                        if await receive(tx, connection.id, pix):
                            log.info("reconciling found a Pix that no webhook told of")
                    for refund in pix.refunds:
                        await self._follow(pix.endToEndId, refund)
            except PixUnavailable as error:
                log.warning("reconciling with %s: %s", connection.name, error)
                continue
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute(
                    "update pix_connection set reconciled_until = %(now)s where id = %(id)s",
                    {"now": now, "id": connection.id},
                )

    async def tell_webhooks(self) -> None:
        """Registers our address with each provider, and again when it has changed (PUT /webhook/{chave})."""
        missing = list[str]()
        for connection in await self.connections.all():
            secret = webhook_secret(self.keys, connection.id)
            address = f"{self.address}/webhooks/pix/{connection.id}/{secret}"
            try:
                if await _registered_webhook(connection) != address:
                    await connection.client.put_webhook(connection.pix_key, address)
            except (PixUnavailable, PixProblem) as error:
                missing.append(f"{connection.name}: {error}")
        if missing:
            raise TryAgain("; ".join(missing))

    async def expire(self) -> None:
        """Closes charges whose time is over; a minute of patience for payments of the last moment."""
        more = True
        while more:
            async with self.database.transaction(SYSTEM) as tx:
                rows = await tx.all(
                    "select * from charge where status = 'pending' and expires_at < now() - interval '1 minute'"
                    " order by expires_at limit 500 for update skip locked"
                )
                for row in rows:
                    await _set_status(tx, row, "expired")
                more = len(rows) == 500

    async def _receive(self, connection_id: UUID, client: PixClient, end_to_end_id: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            known = await tx.one(
                "select company_id, charge_id from pix_payment where end_to_end_id = %(id)s", {"id": end_to_end_id}
            )
        recorded = client
        if known is not None:
            recorded = client.recorded(recorder(self.database, connection_id, known["company_id"], known["charge_id"]))
        try:
            pix = await recorded.get_pix(end_to_end_id)
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            log.warning("a webhook told of a Pix the provider does not confirm: %s", error)
            return
        async with self.database.transaction(SYSTEM) as tx:
            await receive(tx, connection_id, pix)
        for refund in pix.refunds:
            await self._follow(end_to_end_id, refund)

    async def _follow(self, end_to_end_id: str, said: object) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select company_id, id from refund where end_to_end_id = %(e2e)s and provider_id = %(id)s",
                {"e2e": end_to_end_id, "id": getattr(said, "id", "")},
            )
            if row is not None:
                await follow_refund(tx, row["id"], row["company_id"], said)  # pyright: ignore[reportArgumentType]

    async def _registered(self, row: Row, cob: Cob) -> None:
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            won = await tx.execute(
                "update charge set status = 'pending', location = %(location)s, br_code = %(code)s, last_error = null,"
                " attempts = attempts + 1, expires_at = coalesce(%(expires)s, expires_at)"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row | {"location": cob.url or None, "code": cob.pixCopiaECola, "expires": cob.expires_at},
            )
            if won:
                await record_move(tx, row, "pending")

    async def _move(self, row: Row, to: str, error: str | None = None) -> None:
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            await _set_status(tx, row, to, error)

    async def _charge(self, company: int, charge: str) -> Row | None:
        async with self.database.transaction(Scope((company,))) as tx:
            return await tx.one(
                "select * from charge where company_id = %(company)s and id = %(id)s",
                {"company": company, "id": charge},
            )

    async def _refund(self, company: int, refund: str) -> Row | None:
        async with self.database.transaction(Scope((company,))) as tx:
            return await tx.one(
                "select r.*, p.connection_id from refund r join pix_payment p on p.end_to_end_id = r.end_to_end_id"
                " where r.company_id = %(company)s and r.id = %(id)s",
                {"company": company, "id": refund},
            )

    async def _client(self, charge: Row) -> tuple[PixClient, str]:
        return await self._recorded(charge["connection_id"], charge["company_id"], charge["id"])

    async def _recorded(self, connection_id: UUID, company: int, charge_id: UUID | None) -> tuple[PixClient, str]:
        connection = await self.connections.get(connection_id)
        hook = recorder(self.database, connection_id, company, charge_id)
        return connection.client.recorded(hook), connection.pix_key

    async def _note_charge(self, row: Row, why: str) -> None:
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                "update charge set attempts = attempts + 1, last_error = %(why)s where company_id = %(company_id)s and id = %(id)s",
                row | {"why": why[:500]},
            )

    async def _note_refund(self, row: Row, why: str) -> None:
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                "update refund set attempts = attempts + 1, last_error = %(why)s where company_id = %(company_id)s and id = %(id)s",
                row | {"why": why[:500]},
            )

    async def _refused_refund(self, client: PixClient, row: Row, error: PixProblem) -> None:
        """Some providers refuse the repetition of a refund that stands: what they have is what counts."""
        try:
            said = await client.get_refund(row["end_to_end_id"], row["provider_id"])
        except PixUnavailable as unavailable:
            raise TryAgain(str(unavailable), unavailable.retry_after) from unavailable
        except PixProblem:
            async with self.database.transaction(Scope((row["company_id"],))) as tx:
                fresh = await tx.one(
                    "select * from refund where company_id = %(company_id)s and id = %(id)s for update", row
                )
                if fresh is not None and fresh["status"] == "requested":
                    await fail_refund(tx, fresh, str(error))
            return
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            await follow_refund(tx, row["id"], row["company_id"], said)


async def _put_once(client: PixClient, row: Row, pix_key: str) -> Cob:
    """The charge at the provider; when it stands there already from a try whose answer was lost, as it stands."""
    debtor = Devedor(parse(row["payer_document"]), row["payer_name"]) if row["payer_document"] else None
    asked = CobSolicitada(
        chave=pix_key,
        valor=row["amount"],
        expiracao=round((row["expires_at"] - row["created_at"]).total_seconds()),
        devedor=debtor,
        solicitacao_pagador=row["description"] or "",
    )
    try:
        return await client.put_cob(row["txid"], asked)
    except PixProblem as refused:
        try:
            found = await client.get_cob(row["txid"])
        except PixProblem:
            raise refused from None
        if int(found.valor.original) != row["amount"]:
            raise refused from None
        return found


async def _set_status(tx: Tx, row: Row, to: str, error: str | None = None) -> None:
    won = await tx.execute(
        "update charge set status = %(to)s, last_error = %(error)s where company_id = %(company_id)s and id = %(id)s and status = %(status)s",
        row | {"to": to, "error": error[:500] if error else None},
    )
    if won:
        await record_move(tx, row, to, **({"reason": error[:500]} if error else {}))


async def _registered_webhook(connection: Connection) -> str:
    try:
        found = await connection.client.get_webhook(connection.pix_key)
    except PixProblem as error:
        if error.not_found:
            return ""
        raise
    return found.webhookUrl.removesuffix(connection.client.config.webhook_suffix)


async def _ask(call: Awaitable[T]) -> T:
    try:
        return await call
    except PixUnavailable as error:
        raise TryAgain(str(error), error.retry_after) from error
