"""Jobs of confirmation requests: the payer's bank shows the recurrence to the payer.

Each POST /solicrec creates a new object: where a response may be lost, the provider is asked whether the first arrived.
"""

from dataclasses import dataclass

from retaguarda.foundation.database import Scope
from retaguarda.foundation.documents import parse
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.providers.pix import PixProblem
from retaguarda.providers.pix.recurrence_requests import SolicRecSolicitada
from retaguarda.recurrences.jobs.provider_requests import client_of
from retaguarda.recurrences.provider_sync import record_change, sync_request
from retaguarda.recurrences.rows import RecurrenceRequestRow, RecurrenceRow


@dataclass(frozen=True, slots=True)
class ConfirmationRequests:
    context: ProviderContext

    async def send_request(self, company: int, request: str) -> None:
        """POST /solicrec: the payer's bank shows the recurrence to the payer."""
        row, parent = await self._request(company, request)
        if row is None or parent is None or row.status != "created":
            return
        if parent.status == "created":
            raise TryAgain("the recurrence is just being registered", 2)
        if row.cancel_requested_at is not None or parent.status != "pending":
            await self._end_request(row, "cancelled")
            return
        client = await client_of(self.context, parent)
        body = SolicRecSolicitada(
            id_rec=present(parent.id_rec),
            expira=row.expires_at,
            devedor=parse(parent.payer_document),
            ispb=row.bank,
            conta=row.account,
            agencia=row.branch or "",
        )
        try:
            reported = await response_or_retry(client.create_solicrec(body))
        except PixProblem as error:
            # When an earlier response was lost, the request exists there and the provider refuses a second one.
            current = await response_or_retry(client.get_rec(present(parent.id_rec)))
            reported = next(
                (each for each in current.solicitacao if each.status in ("CRIADA", "ENVIADA", "RECEBIDA")), None
            )
            if reported is None:
                await self._end_request(row, "failed", str(error))
                return
        async with self.context.database.transaction(Scope((company,))) as tx:
            await sync_request(tx, row, reported)

    async def cancel_request(self, company: int, request: str) -> None:
        """PATCH /solicrec/{idSolicRec} to CANCELADA."""
        row, parent = await self._request(company, request)
        if row is None or parent is None or row.status not in ("created", "pending", "sent", "received"):
            return
        if row.status == "created":
            raise TryAgain("the request is just being sent", 2)
        client = await client_of(self.context, parent)
        try:
            reported = await response_or_retry(client.cancel_solicrec(present(row.id_solic_rec)))
        except PixProblem as error:
            await self.context.store_error("recurrence_request", row.company_id, row.id, str(error))
            reported = await response_or_retry(client.get_solicrec(present(row.id_solic_rec)))
        async with self.context.database.transaction(Scope((company,))) as tx:
            await sync_request(tx, row, reported)

    async def _request(self, company: int, request: str) -> tuple[RecurrenceRequestRow | None, RecurrenceRow | None]:
        async with self.context.database.transaction(Scope((company,))) as tx:
            row = await fetch_one(
                tx,
                RecurrenceRequestRow,
                "select * from recurrence_request where company_id = %(company)s and id = %(id)s",
                {"company": company, "id": request},
            )
            sql = "select * from recurrence where company_id = %(company_id)s and id = %(recurrence_id)s"
            return row, await fetch_one(tx, RecurrenceRow, sql, row) if row else None

    async def _end_request(self, row: RecurrenceRequestRow, to: str, error: str | None = None) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            updated = await tx.execute(
                "update recurrence_request set status = %(to)s, last_error = %(error)s"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row.with_columns(to=to, error=error[:500] if error else None),
            )
            if updated:
                await record_change(tx, "request", row, to, subject=row.recurrence_id, reason=error)
