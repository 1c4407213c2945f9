"""Charges at the provider: registered, withdrawn, and closed when their time is over."""

from dataclasses import dataclass
from datetime import UTC, datetime

from retaguarda.foundation.database import SYSTEM, Row, Scope, Tx
from retaguarda.foundation.documents import parse
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.jobs.outside import Outside, asked
from retaguarda.payin.jobs.payments import Payments
from retaguarda.payin.moves import record_move
from retaguarda.providers.pix import Cob, CobSolicitada, Devedor, PixClient, PixProblem, PixUnavailable

#: Charges closed in one transaction.
BATCH = 500


@dataclass(frozen=True, slots=True)
class Charges:
    outside: Outside
    payments: Payments

    async def register(self, company: int, charge: str) -> None:
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
        client, pix_key = await self.outside.recorded(row["connection_id"], company, row["id"])
        try:
            cob = await _put_once(client, row, pix_key)
        except PixUnavailable as error:
            await self.outside.note("charge", row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._move(row, "failed", str(error))
            return
        await self._registered(row, cob)

    async def cancel(self, company: int, charge: str) -> None:
        """PATCH /cob/{txid} to REMOVIDA_PELO_USUARIO_RECEBEDOR; a charge paid meanwhile is read back instead."""
        row = await self._charge(company, charge)
        if row is None or row["status"] not in ("created", "pending"):
            return
        if row["status"] == "created":
            # Registering and cancelling must not cross: the register job cancels what was never told.
            raise TryAgain("the charge is just being registered", 2)
        client, _ = await self.outside.recorded(row["connection_id"], company, row["id"])
        try:
            await client.cancel_cob(row["txid"])
        except PixUnavailable as error:
            await self.outside.note("charge", row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            cob = await asked(client.get_cob(row["txid"]))
            if cob.status == "CONCLUIDA":
                for pix in cob.payments:
                    await self.payments.read_back(str(row["connection_id"]), pix.endToEndId)
                return
            if cob.status == "ATIVA":
                await self.outside.note("charge", row, str(error))
                return
        await self._move(row, "cancelled")

    async def expire(self) -> None:
        """Closes charges whose time is over; a minute of patience for payments of the last moment."""
        more = True
        while more:
            async with self.outside.database.transaction(SYSTEM) as tx:
                rows = await tx.all(
                    "select * from charge where status = 'pending' and expires_at < now() - interval '1 minute'"
                    f" order by expires_at limit {BATCH} for update skip locked"
                )
                for row in rows:
                    await _set_status(tx, row, "expired")
                more = len(rows) == BATCH

    async def _registered(self, row: Row, cob: Cob) -> None:
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            won = await tx.execute(
                "update charge set status = 'pending', location = %(location)s, br_code = %(code)s, last_error = null,"
                " attempts = attempts + 1, expires_at = coalesce(%(expires)s, expires_at)"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row | {"location": cob.url or None, "code": cob.pixCopiaECola, "expires": cob.expires_at},
            )
            if won:
                await record_move(tx, row, "pending")

    async def _move(self, row: Row, to: str, error: str | None = None) -> None:
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await _set_status(tx, row, to, error)

    async def _charge(self, company: int, charge: str) -> Row | None:
        async with self.outside.database.transaction(Scope((company,))) as tx:
            return await tx.one(
                "select * from charge where company_id = %(company)s and id = %(id)s",
                {"company": company, "id": charge},
            )


async def _put_once(client: PixClient, row: Row, pix_key: str) -> Cob:
    """The charge at the provider; when it stands there already from a try whose answer was lost, as it stands."""
    debtor = Devedor(parse(row["payer_document"]), row["payer_name"]) if row["payer_document"] else None
    wanted = CobSolicitada(
        chave=pix_key,
        valor=row["amount"],
        expiracao=round((row["expires_at"] - row["created_at"]).total_seconds()),
        devedor=debtor,
        solicitacao_pagador=row["description"] or "",
    )
    try:
        return await client.put_cob(row["txid"], wanted)
    except PixProblem as refused:
        try:
            found = await client.get_cob(row["txid"])
        except PixProblem:
            raise refused from None
        if int(found.valor.original) != row["amount"]:
            raise refused from None
        return found


async def _set_status(tx: Tx, row: Row, to: str, error: str | None = None) -> None:
    """Moves a charge on, unless somebody else has moved it since ``row`` was read."""
    reason = error[:500] if error else None
    won = await tx.execute(
        "update charge set status = %(to)s, last_error = %(error)s"
        " where company_id = %(company_id)s and id = %(id)s and status = %(status)s",
        row | {"to": to, "error": reason},
    )
    if won:
        await record_move(tx, row, to, **({"reason": reason} if reason else {}))
