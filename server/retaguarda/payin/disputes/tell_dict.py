"""The job that brings DICT up to the state of a dispute."""

from collections.abc import Awaitable
from dataclasses import dataclass

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.disputes import transitions
from retaguarda.payin.disputes.disputed_holds import update_dispute
from retaguarda.payin.disputes.return_payment import return_money
from retaguarda.payin.rows import MedCaseRow
from retaguarda.providers.dict import Dict, DictProblem, DictUnavailable, RefundRequest, RefundResult, Report


class _Told(MedCaseRow, frozen=True, kw_only=True):
    """A dispute with the return's id of what went back first."""

    rtr_id: str | None


@dataclass(frozen=True, slots=True)
class DisputeTeller:
    database: Database
    dict: Dict

    async def tell(self, company: int, case: str) -> None:
        """Bring DICT up to the dispute's state: acknowledged, closed with the decision, closed with the returned
        amount.
        """
        async with self.database.transaction(Scope((company,))) as tx:
            row = await fetch_one(
                tx,
                _Told,
                "select m.*, (select r.rtr_id from refund r where r.company_id = m.company_id and r.med_case = m.id"
                " and r.status = 'settled' order by r.settled_at limit 1) as rtr_id from med_case m"
                " where m.company_id = %(company)s and m.id = %(id)s",
                {"company": company, "id": case},
            )
        if row is not None:
            await self._send_report_state(row)
            await self._return_money(row)
            await self._send_request_state(row)

    async def _return_money(self, row: MedCaseRow) -> None:
        """Return the money of a dispute that was agreed after its refund was requested."""
        async with self.database.transaction(Scope((row.company_id,))) as tx:
            dispute = await transitions.lock_dispute(tx, row.company_id, row.id)
            if dispute is not None and dispute.status == "agreed" and dispute.request_id is not None:
                await return_money(tx, dispute)

    async def _send_report_state(self, row: MedCaseRow) -> None:
        number, status = row.report_id, row.report_status
        if status == "OPEN":
            await self._send(row, "report_status", self.dict.acknowledge(present(number)))
            status = "ACKNOWLEDGED"
        if status == "ACKNOWLEDGED" and row.decision is not None:
            analysis = "AGREED" if row.decision == "agreed" else "DISAGREED"
            await self._send(
                row, "report_status", self.dict.close_report(present(number), analysis, row.decision_note or "")
            )

    async def _send_request_state(self, row: _Told) -> None:
        result = _result(row) if row.request_status == "OPEN" else None
        if result is not None:
            await self._send(row, "request_status", self.dict.close_refund(present(row.request_id), result))

    async def _send(self, row: MedCaseRow, column: str, request: Awaitable[Report | RefundRequest]) -> None:
        try:
            status = (await request).status
        except DictUnavailable as error:
            await self._update(row, told_error=str(error)[:500])
            raise TryAgain(str(error), error.retry_after) from error
        except DictProblem as error:
            # DICT has another state than we assumed: its state counts, and poll() acts on it.
            await self._update(row, told_error=str(error)[:500])
            return
        values = {column: status, "told_error": None}
        await self._update(row, **values)

    async def _update(self, row: MedCaseRow, **values: object) -> None:
        async with self.database.transaction(Scope((row.company_id,))) as tx:
            dispute = await transitions.lock_dispute(tx, row.company_id, row.id)
            assert dispute is not None
            await update_dispute(tx, dispute, **values)


def _result(row: _Told) -> RefundResult | None:
    """Return how to close the request; None while it is too early."""
    note = row.decision_note or ""
    if row.status == "disagreed":
        return RefundResult("REJECTED", note, rejection="OTHER")
    if row.status not in ("returned", "recovering", "partly_returned"):
        return None
    if not row.returned:
        return RefundResult("REJECTED", note, rejection="NO_BALANCE")
    whole = row.returned >= row.asked
    return RefundResult("TOTALLY_ACCEPTED" if whole else "PARTIALLY_ACCEPTED", note, row.rtr_id or "")
