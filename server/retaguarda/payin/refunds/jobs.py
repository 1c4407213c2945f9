"""The job of refunds at the provider."""

from dataclasses import dataclass

from retaguarda.foundation.database import Row, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.payin.refunds.transitions import fail_refund, sync_refund
from retaguarda.payin.rows import RefundRow
from retaguarda.providers.pix import Devolucao, DevolucaoSolicitada, PixClient, PixProblem, PixUnavailable


@dataclass(frozen=True, slots=True)
class Refunds:
    context: ProviderContext

    async def send(self, company: int, refund: str) -> None:
        """PUT /pix/{e2eid}/devolucao/{id}, under the id chosen with the request, so that a repetition pays once."""
        row = await self._refund(company, refund)
        if row is None or row["status"] in ("settled", "failed"):
            return
        client, _ = await self.context.recorded(row["connection_id"], company, row["charge_id"])
        try:
            reported = await _send(client, row)
        except PixUnavailable as error:
            await self.context.store_error("refund", row["company_id"], row["id"], str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._read_back(client, row, error)
            return
        await self._sync(row, reported)
        if reported.status == "EM_PROCESSAMENTO":
            raise TryAgain("the provider is still working on the refund", 3)

    async def _read_back(self, client: PixClient, row: Row, error: PixProblem) -> None:
        """Read the refund back: some providers refuse to repeat one that exists, and what they have counts. Without
        one, it failed.
        """
        try:
            reported = await response_or_retry(client.get_refund(row["end_to_end_id"], row["provider_id"]))
        except PixProblem:
            async with self.context.database.transaction(Scope((row["company_id"],))) as tx:
                fresh = await tx.one(
                    "select * from refund where company_id = %(company_id)s and id = %(id)s for update", row
                )
                if fresh is not None and fresh["status"] == "requested":
                    await fail_refund(tx, RefundRow.of(fresh), str(error))
            return
        await self._sync(row, reported)

    async def _sync(self, row: Row, reported: Devolucao) -> None:
        async with self.context.database.transaction(Scope((row["company_id"],))) as tx:
            await sync_refund(tx, row["id"], row["company_id"], reported)

    async def _refund(self, company: int, refund: str) -> Row | None:
        async with self.context.database.transaction(Scope((company,))) as tx:
            return await tx.one(
                "select r.*, p.connection_id from refund r join pix_payment p on p.end_to_end_id = r.end_to_end_id"
                " where r.company_id = %(company)s and r.id = %(id)s",
                {"company": company, "id": refund},
            )


async def _send(client: PixClient, row: Row) -> Devolucao:
    e2e, number = row["end_to_end_id"], row["provider_id"]
    if row["status"] == "processing":
        return await client.get_refund(e2e, number)
    return await client.put_refund(e2e, number, DevolucaoSolicitada(row["amount"], row["nature"], row["reason"] or ""))
