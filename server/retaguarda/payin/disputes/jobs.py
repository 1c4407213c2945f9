"""Jobs of disputes: poll DICT, send it our steps, and act on deadlines."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.disputes import transitions
from retaguarda.payin.disputes.disputed_holds import block, update_dispute
from retaguarda.payin.disputes.model import BANK, CLOCK, FLAW_ANALYSIS, FRAUD_ANALYSIS
from retaguarda.payin.disputes.open_dispute import open_for_report, open_for_request
from retaguarda.payin.disputes.return_payment import return_money
from retaguarda.payin.rows import MedCaseRow
from retaguarda.providers.dict import Dict, DictUnavailable, RefundRequest, Report

log = logging.getLogger("retaguarda.med")

#: Report types that ask for money or announce such a request; we answer no others.
_TYPES = ("FRAUD", "REFUND_REQUEST")


def _now() -> datetime:
    return datetime.now(UTC)


class _Key(msgspec.Struct):
    company_id: int
    id: UUID


@dataclass(frozen=True, slots=True)
class DisputeJobs:
    """The jobs of disputes; ``now`` is the clock."""

    database: Database
    dict: Dict
    now: Callable[[], datetime] = _now

    async def poll(self) -> None:
        """Poll DICT for open reports and refund requests, and for those cancelled since our oldest open dispute."""
        try:
            for report in await self.dict.reports(("OPEN",)):
                await self._handle_report(report)
            for request in await self.dict.refunds(("OPEN",)):
                await self._handle_request(request)
            async with self.database.transaction(SYSTEM) as tx:
                since = await tx.value("select min(opened_at) from med_case where ended_at is null")
            if since is not None:
                for report in await self.dict.reports(("CANCELLED",), since):
                    await self._handle_cancellation("report", report.id)
                for request in await self.dict.refunds(("CANCELLED",), since):
                    await self._handle_cancellation("request", request.id)
        except DictUnavailable as error:
            log.warning("DICT: %s", error)

    async def _handle_report(self, report: Report) -> None:
        if report.type not in _TYPES or report.reported_by != "DEBITED_PARTICIPANT":
            return
        async with self.database.transaction(SYSTEM) as tx:
            if await open_for_report(tx, report) is None and await _lock_dispute_of(tx, "report", report.id) is None:
                log.warning("a report %s is about a Pix that is not known, or has an open case", report.id)

    async def _handle_request(self, request: RefundRequest) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            if request.reason == "OPERATIONAL_FLAW":
                if (
                    await open_for_request(tx, request) is None
                    and await _lock_dispute_of(tx, "request", request.id) is None
                ):
                    log.warning("a refund %s is about a Pix that is not known, or has an open case", request.id)
                return
            dispute = await _lock_dispute_of(tx, "report", request.report_id) if request.report_id else None
            if dispute is None or dispute.status != "agreed" or dispute.request_id is not None:
                return
            dispute = await transitions.apply_refund_request(tx, dispute, request.id, request.amount)
            await return_money(tx, dispute)

    async def _handle_cancellation(self, what: str, number: UUID) -> None:
        """End a dispute whose report or request was cancelled. Wait for a refund under way: the next poll sees its end."""
        async with self.database.transaction(SYSTEM) as tx:
            dispute = await _lock_dispute_of(tx, what, number)
            if (
                dispute is None
                or getattr(dispute, f"{what}_status") == "CANCELLED"
                or await _refund_under_way(tx, dispute)
            ):
                return
            values = {f"{what}_status": "CANCELLED"}
            dispute = await update_dispute(tx, dispute, **values)
            if transitions.is_open(dispute):
                await transitions.end(tx, dispute, "partly_returned" if dispute.returned else "cancelled", BANK)

    async def sweep(self) -> None:
        """Act on each open dispute's deadlines: no answer, time over, money that came in later."""
        async with self.database.transaction(SYSTEM) as tx:
            rows = await fetch_all(
                tx, _Key, "select company_id, id from med_case where ended_at is null order by due_at"
            )
        for row in rows:
            async with self.database.transaction(SYSTEM) as tx:
                dispute = await transitions.lock_dispute(tx, row.company_id, row.id)
                if dispute is not None and transitions.is_open(dispute) and not await _refund_under_way(tx, dispute):
                    await self._advance(tx, dispute)

    async def _advance(self, tx: Tx, dispute: MedCaseRow) -> None:
        deadline_passed = dispute.due_at is not None and dispute.due_at <= self.now()
        wanted = (dispute.amount if dispute.agreed is None else dispute.agreed) - dispute.returned
        if dispute.blocked < wanted:
            dispute = await block(tx, dispute, wanted)
        match dispute.status:
            case "to_answer" if deadline_passed and dispute.amount:
                dispute = await update_dispute(tx, dispute, answered_at=self.now(), answered_by="")
                dispute = await transitions.agree(tx, dispute, dispute.amount, note=None, by=CLOCK, now=self.now())
            case "to_answer" if deadline_passed:
                span = FRAUD_ANALYSIS if dispute.reason == "fraud" else FLAW_ANALYSIS
                dispute = await update_dispute(tx, dispute, status="in_analysis", due_at=dispute.opened_at + span)
            case "agreed" if deadline_passed and dispute.request_id is None:
                await transitions.end(tx, dispute, "expired", CLOCK)
                return
            case "agreed" if deadline_passed and not dispute.blocked:
                dispute = await update_dispute(
                    tx, dispute, status="recovering", due_at=dispute.recover_until, overdue_at=None
                )
                await transitions.record_event(tx, dispute, "recovering", CLOCK, amount=0, returned=dispute.returned)
            case "recovering" if deadline_passed:
                await transitions.end(tx, dispute, "partly_returned", CLOCK)
                return
            case "in_analysis" | "agreed" if deadline_passed and dispute.overdue_at is None:
                await transitions.alert_overdue(tx, dispute)
            case _:
                pass
        if dispute.status in ("agreed", "recovering") and dispute.request_id is not None:
            await return_money(tx, dispute)


async def _lock_dispute_of(tx: Tx, what: str, number: UUID) -> MedCaseRow | None:
    return await fetch_one(
        tx, MedCaseRow, f"select * from med_case where {what}_id = %(id)s for update", {"id": number}
    )


async def _refund_under_way(tx: Tx, dispute: MedCaseRow) -> bool:
    return await tx.value(
        "select exists (select 1 from refund where company_id = %(company_id)s and med_case = %(id)s"
        " and status in ('requested', 'processing'))",
        dispute,
    )
