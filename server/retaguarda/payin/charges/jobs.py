"""Jobs of charges at the provider: register, revise, cancel; and the task that expires them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import msgspec

from retaguarda.foundation.database import SYSTEM, Scope, Tx
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.charges import register_charge
from retaguarda.payin.charges.apply_revision import accept_revision, reject_revision
from retaguarda.payin.charges.fail_over import FailOver
from retaguarda.payin.charges.revision import Revision, revision_of
from retaguarda.payin.charges.transitions import record_move
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.payin.rows import ChargeRow
from retaguarda.providers.pix import Cob, PixError, PixProblem, PixUnavailable

#: Charges expired in one transaction.
BATCH = 500


class PaymentReader(Protocol):
    """Reads a payment from its provider and posts it; payments/jobs.py does."""

    async def read_back(self, connection: str, end_to_end_id: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Charges:
    context: ProviderContext
    payments: PaymentReader
    fail_over: FailOver

    async def register(self, company: int, charge: str) -> None:
        """PUT /cob/{txid} or /cobv/{txid}: created → pending, or failed when the provider refuses it and no other takes
        it.
        """
        row = await self._charge(company, charge)
        if row is None or row.status != "created":
            return None
        if row.cancel_requested_at is not None:
            return await self._move(row, "cancelled")
        if row.expires_at <= datetime.now(UTC):
            return await self._move(row, "expired")
        client, pix_key = await self.context.recorded(row.connection_id, company, row.id)
        try:
            cob = await register_charge.put_once(client, row, pix_key)
        except PixError as error:
            if await self.fail_over.move(row, error):
                return await self.register(company, charge)
            if isinstance(error, PixUnavailable):
                await self.context.store_error("charge", row.company_id, row.id, str(error))
                raise TryAgain(str(error), error.retry_after) from error
            return await self._move(row, "failed", str(error))
        return await self._mark_registered(row, cob)

    async def cancel(self, company: int, charge: str) -> None:
        """PATCH to REMOVIDA_PELO_USUARIO_RECEBEDOR; where the charge was paid meanwhile, read its payments instead."""
        row = await self._charge(company, charge)
        if row is None or row.status not in ("created", "pending"):
            return
        if row.status == "created":
            # Registering and cancelling must not cross: the register job cancels what the provider never got.
            raise TryAgain("the charge is just being registered", 2)
        client, _ = await self.context.recorded(row.connection_id, company, row.id)
        try:
            await register_charge.withdraw(client, row)
        except PixUnavailable as error:
            await self.context.store_error("charge", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            cob = await response_or_retry(register_charge.get(client, row))
            if cob.status == "CONCLUIDA":
                for pix in cob.payments:
                    await self.payments.read_back(str(row.connection_id), pix.endToEndId)
                return
            if cob.status == "ATIVA":
                await self.context.store_error("charge", row.company_id, row.id, str(error))
                return
        await self._move(row, "cancelled")

    async def revise(self, company: int, charge: str) -> None:
        """PATCH /cobv/{txid}; where the provider refuses the revision, the charge stays and keeps the reason."""
        row = await self._charge(company, charge)
        if row is None or row.revising is None:
            return
        wanted = msgspec.convert(row.revising, Revision)
        client, _ = await self.context.recorded(row.connection_id, company, row.id)
        try:
            cob = await client.patch_cobv(row.txid, register_charge.change(revision_of(row), wanted))
        except PixUnavailable as error:
            await self.context.store_error("charge", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            async with self.context.database.transaction(Scope((company,))) as tx:
                await reject_revision(tx, row, str(error))
            return
        async with self.context.database.transaction(Scope((company,))) as tx:
            await accept_revision(tx, row, wanted, int(cob.revisao))

    async def expire(self) -> None:
        """Expire charges past their time, a minute late for payments of the last moment."""
        more = True
        while more:
            async with self.context.database.transaction(SYSTEM) as tx:
                rows = await fetch_all(
                    tx,
                    ChargeRow,
                    "select * from charge where status = 'pending' and expires_at < now() - interval '1 minute'"
                    f" order by expires_at limit {BATCH} for update skip locked",
                )
                for row in rows:
                    await _set_status(tx, row, "expired")
                more = len(rows) == BATCH

    async def _mark_registered(self, row: ChargeRow, cob: Cob) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            updated = await tx.execute(
                "update charge set status = 'pending', location = %(location)s, br_code = %(code)s, last_error = null,"
                " attempts = attempts + 1, expires_at = coalesce(%(expires)s, expires_at)"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row.with_columns(location=cob.url or None, code=cob.pixCopiaECola, expires=cob.expires_at),
            )
            if updated:
                await record_move(tx, row, "pending")

    async def _move(self, row: ChargeRow, to: str, error: str | None = None) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await _set_status(tx, row, to, error)

    async def _charge(self, company: int, charge: str) -> ChargeRow | None:
        async with self.context.database.transaction(Scope((company,))) as tx:
            return await fetch_one(
                tx,
                ChargeRow,
                "select * from charge where company_id = %(company)s and id = %(id)s",
                {"company": company, "id": charge},
            )


async def _set_status(tx: Tx, row: ChargeRow, to: str, error: str | None = None) -> None:
    """Set the status of a charge, unless it changed since ``row`` was read."""
    reason = error[:500] if error else None
    updated = await tx.execute(
        "update charge set status = %(to)s, last_error = %(error)s"
        " where company_id = %(company_id)s and id = %(id)s and status = %(status)s",
        row.with_columns(to=to, error=reason),
    )
    if updated:
        await record_move(tx, row, to, **({"reason": reason} if reason else {}))
