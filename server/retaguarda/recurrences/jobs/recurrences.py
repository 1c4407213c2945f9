"""Jobs of recurrences and confirmation requests: requests to the provider.

Each POST /rec and POST /solicrec creates a new object. Before a job repeats one whose response may be lost, it asks the
provider whether the first arrived.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import LiteralString

import msgspec

from retaguarda.foundation.database import SYSTEM, Scope
from retaguarda.foundation.documents import parse
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.providers.pix import PixProblem, PixUnavailable
from retaguarda.providers.pix.automatic import AutomaticClient
from retaguarda.providers.pix.recurrence_answers import Rec
from retaguarda.providers.pix.recurrence_codes import Periodicity, RetryPolicy
from retaguarda.providers.pix.recurrence_requests import RecRevisada, RecSolicitada
from retaguarda.recurrences.jobs.provider_requests import client_of, mark_tried, row_of
from retaguarda.recurrences.provider_sync import record_change, sync_recurrence
from retaguarda.recurrences.rows import RecurrenceRow

#: Clocks differ: a recurrence may look older at the provider than here.
OVERLAP = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Recurrences:
    context: ProviderContext

    async def register(self, company: int, recurrence: str) -> None:
        """POST /rec: created → pending, or failed when the provider refuses it."""
        row = await row_of(self.context, RecurrenceRow, company, recurrence)
        if row is None or row.status != "created":
            return
        client = await client_of(self.context, row)
        try:
            found = await self._find_created(client, row) if row.tried else None
            if found is None and row.cancel_requested_at is not None:
                await self._end(row, "cancelled")
                return
            if found is None:
                row = await self._prepare(client, row)
                found = await client.create_rec(await self._body(row))
            found = await client.get_rec(found.idRec, await self._txid(row, "JORNADA_4"))
        except PixUnavailable as error:
            await self.context.store_error("recurrence", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._end(row, "failed", str(error))
            return
        await self._sync(row, found)

    async def change(self, company: int, recurrence: str) -> None:
        """PATCH /rec/{idRec} with the new first day."""
        row = await row_of(self.context, RecurrenceRow, company, recurrence)
        if row is None or row.status != "pending" or row.new_start is None:
            return
        client = await client_of(self.context, row)
        try:
            await self._sync(
                row,
                await response_or_retry(
                    client.patch_rec(present(present(row.id_rec)), RecRevisada(inicio=row.new_start))
                ),
            )
        except PixProblem as error:
            await self._sync(row, await response_or_retry(client.get_rec(present(row.id_rec))))
            await self._drop(row, "new_start", str(error))

    async def renew_code(self, company: int, recurrence: str) -> None:
        """POST /locrec and PATCH /rec/{idRec}. Store the new location first, so that a repeated job creates no second
        one.
        """
        row = await row_of(self.context, RecurrenceRow, company, recurrence)
        if row is None or row.status != "pending" or row.code_wanted_at is None:
            return
        client = await client_of(self.context, row)
        try:
            if row.new_location_id is None:
                location = int((await response_or_retry(client.create_locrec())).id)
                row = msgspec.structs.replace(row, new_location_id=location)
                await self._update(row, "new_location_id = %(new_location_id)s")
            await response_or_retry(
                client.patch_rec(present(present(row.id_rec)), RecRevisada(loc_id=row.new_location_id))
            )
            reported = await response_or_retry(
                client.get_rec(present(present(row.id_rec)), await self._txid(row, "JORNADA_4"))
            )
        except PixProblem as error:
            row = msgspec.structs.replace(row, last_error=str(error)[:500])
            await self._update(row, "code_wanted_at = null, new_location_id = null, last_error = %(last_error)s")
            return
        await self._update(row, "location_id = %(new_location_id)s, code_wanted_at = null, new_location_id = null")
        await self._sync(row, reported)

    async def cancel(self, company: int, recurrence: str) -> None:
        """PATCH /rec/{idRec} to CANCELADA; where the recurrence has ended meanwhile, apply that end."""
        row = await row_of(self.context, RecurrenceRow, company, recurrence)
        if row is None or row.status not in ("created", "pending", "approved"):
            return
        if row.status == "created":
            # Registering and cancelling must not cross: the register job cancels what the provider never got.
            raise TryAgain("the recurrence is just being registered", 2)
        client = await client_of(self.context, row)
        try:
            await self._sync(row, await response_or_retry(client.cancel_rec(present(row.id_rec))))
        except PixProblem as error:
            await self._sync(row, await response_or_retry(client.get_rec(present(row.id_rec))))
            await self._drop(row, "cancel_requested_at", str(error))

    async def read_back(self, connection: str, id_rec: str) -> None:
        """GET /rec/{idRec}: a webhook is only a hint."""
        async with self.context.database.transaction(SYSTEM) as tx:
            row = await fetch_one(
                tx,
                RecurrenceRow,
                "select * from recurrence where connection_id = %(connection)s and id_rec = %(rec)s",
                {"connection": connection, "rec": id_rec},
            )
        if row is None:
            return
        client = await client_of(self.context, row)
        try:
            reported = await response_or_retry(client.get_rec(id_rec))
        except PixProblem as error:
            await self.context.store_error("recurrence", row.company_id, row.id, str(error))
            return
        await self._sync(row, reported)

    async def _prepare(self, client: AutomaticClient, row: RecurrenceRow) -> RecurrenceRow:
        """Create a location where the journey starts with a code, and mark the recurrence: from now on the provider may
        have it.
        """
        if row.journey != "JORNADA_1" and row.location_id is None:
            row = msgspec.structs.replace(row, location_id=int((await client.create_locrec()).id))
        await mark_tried(self.context, row)
        return row

    async def _body(self, row: RecurrenceRow) -> RecSolicitada:
        return RecSolicitada(
            contrato=row.contract,
            devedor=parse(row.payer_document),
            nome=row.payer_name,
            inicio=row.starts_on,
            periodicidade=msgspec.convert(row.periodicity, Periodicity),
            politica=msgspec.convert(row.retry_policy, RetryPolicy),
            objeto=row.object or "",
            fim=row.ends_on,
            valor=row.amount,
            minimo=row.minimum,
            convenio=row.agreement or "",
            loc_id=row.location_id,
            txid=await self._txid(row, "JORNADA_3") or "",
        )

    async def _txid(self, row: RecurrenceRow, journey: str) -> str | None:
        """Return the txid of the charge that a recurrence of this journey begins with."""
        if row.journey != journey:
            return None
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            return await tx.value(
                "select txid from charge where company_id = %(company_id)s and id = %(charge_id)s", row
            )

    async def _find_created(self, client: AutomaticClient, row: RecurrenceRow) -> Rec | None:
        """Return the recurrence that an earlier try created and whose response was lost."""
        document = parse(row.payer_document)
        since, until = row.created_at - OVERLAP, datetime.now(UTC) + OVERLAP
        async for rec in client.list_rec(since, until, cpf=document.value if document.kind == "cpf" else None,
                                         cnpj=document.value if document.kind == "cnpj" else None):  # fmt: skip
            if rec.vinculo.contrato == row.contract and not await self._is_known(row, rec.idRec):
                return rec
        return None

    async def _is_known(self, row: RecurrenceRow, id_rec: str) -> bool:
        async with self.context.database.transaction(SYSTEM) as tx:
            sql = "select id from recurrence where connection_id = %(connection_id)s and id_rec = %(rec)s"
            return await tx.value(sql, row.with_columns(rec=id_rec)) is not None

    async def _update(self, row: RecurrenceRow, columns: LiteralString) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await tx.execute(f"update recurrence set {columns} where company_id = %(company_id)s and id = %(id)s", row)

    async def _sync(self, row: RecurrenceRow, reported: Rec) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            fresh = await fetch_one(
                tx,
                RecurrenceRow,
                "select * from recurrence where company_id = %(company_id)s and id = %(id)s for update",
                row,
            )
            if fresh is not None:
                await sync_recurrence(tx, fresh, reported)

    async def _end(self, row: RecurrenceRow, to: str, error: str | None = None) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            updated = await tx.execute(
                "update recurrence set status = %(to)s, next_due = null, ended_at = now(), last_error = %(error)s"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row.with_columns(to=to, error=error[:500] if error else None),
            )
            if updated:
                await record_change(tx, "recurrence", row, to, contract=row.contract, reason=error)

    async def _drop(self, row: RecurrenceRow, column: str, error: str) -> None:
        """Drop a change that the provider refused, and store the error on the recurrence."""
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await tx.execute(
                f"update recurrence set {column} = null, last_error = %(error)s where company_id = %(company_id)s and id = %(id)s",
                row.with_columns(error=error[:500]),
            )
