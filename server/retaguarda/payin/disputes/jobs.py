"""Jobs of disputes: poll DICT, send it our steps, and act on deadlines."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Row, Scope, Tx
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.disputes import transitions
from retaguarda.payin.disputes.disputed_holds import block, changed
from retaguarda.payin.disputes.model import ANALYSIS, BANK, CLOCK, FLAW
from retaguarda.payin.disputes.open_dispute import open_report, open_request
from retaguarda.payin.disputes.return_payment import give_back
from retaguarda.providers.dict import Dict, DictProblem, DictUnavailable, RefundRequest, RefundResult, Report

log = logging.getLogger("retaguarda.med")

#: Report types that ask for money or announce such a request; we answer no others.
_TYPES = ("FRAUD", "REFUND_REQUEST")


def _now() -> datetime:
    return datetime.now(UTC)


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
                await self._reported(report)
            for request in await self.dict.refunds(("OPEN",)):
                await self._asked(request)
            async with self.database.transaction(SYSTEM) as tx:
                since = await tx.value("select min(opened_at) from med_case where ended_at is null")
            if since is not None:
                for report in await self.dict.reports(("CANCELLED",), since):
                    await self._taken_away("report", report.id)
                for request in await self.dict.refunds(("CANCELLED",), since):
                    await self._taken_away("request", request.id)
        except DictUnavailable as error:
            log.warning("DICT: %s", error)

    async def _reported(self, report: Report) -> None:
        if report.type not in _TYPES or report.reported_by != "DEBITED_PARTICIPANT":
            return
        async with self.database.transaction(SYSTEM) as tx:
            if await open_report(tx, report) is None and await _case_of(tx, "report", report.id) is None:
                log.warning("a report %s is about a Pix that is not known, or has an open case", report.id)

    async def _asked(self, request: RefundRequest) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            if request.reason == "OPERATIONAL_FLAW":
                if await open_request(tx, request) is None and await _case_of(tx, "request", request.id) is None:
                    log.warning("a refund %s is about a Pix that is not known, or has an open case", request.id)
                return
            case = await _case_of(tx, "report", request.report_id) if request.report_id else None
            if case is None or case["status"] != "agreed" or case["request_id"] is not None:
                return
            case = await transitions.asked_for(tx, case, request.id, request.amount)
            await give_back(tx, case)

    async def _taken_away(self, what: str, number: UUID) -> None:
        """End a dispute whose report or request was cancelled. Wait for a refund under way: the next poll sees its end."""
        async with self.database.transaction(SYSTEM) as tx:
            case = await _case_of(tx, what, number)
            if case is None or case[f"{what}_status"] == "CANCELLED" or await _returning(tx, case):
                return
            values = {f"{what}_status": "CANCELLED"}
            case = await changed(tx, case, **values)
            if transitions.is_open(case):
                await transitions.end(tx, case, "partly_returned" if case["returned"] else "cancelled", BANK)

    async def sweep(self) -> None:
        """Act on each open dispute's deadlines: no answer, time over, money that came in later."""
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all("select company_id, id from med_case where ended_at is null order by due_at")
        for row in rows:
            async with self.database.transaction(SYSTEM) as tx:
                case = await transitions.lock_case(tx, row["company_id"], row["id"])
                if case is not None and transitions.is_open(case) and not await _returning(tx, case):
                    await self._look_at(tx, case)

    async def _look_at(self, tx: Tx, case: Row) -> None:
        over = case["due_at"] is not None and case["due_at"] <= self.now()
        wanted = (case["amount"] if case["agreed"] is None else case["agreed"]) - case["returned"]
        if case["blocked"] < wanted:
            case = await block(tx, case, wanted)
        match case["status"]:
            case "to_answer" if over and case["amount"]:
                case = await changed(tx, case, answered_at=self.now(), answered_by="")
                case = await transitions.agree(tx, case, case["amount"], note=None, by=CLOCK, now=self.now())
            case "to_answer" if over:
                span = ANALYSIS if case["reason"] == "fraud" else FLAW
                case = await changed(tx, case, status="in_analysis", due_at=case["opened_at"] + span)
            case "agreed" if over and case["request_id"] is None:
                await transitions.end(tx, case, "expired", CLOCK)
                return
            case "agreed" if over and not case["blocked"]:
                case = await changed(tx, case, status="recovering", due_at=case["recover_until"], overdue_at=None)
                await transitions.tell(tx, case, "recovering", CLOCK, amount=0, returned=case["returned"])
            case "recovering" if over:
                await transitions.end(tx, case, "partly_returned", CLOCK)
                return
            case "in_analysis" | "agreed" if over and case["overdue_at"] is None:
                await transitions.overdue(tx, case)
            case _:
                pass
        if case["status"] in ("agreed", "recovering") and case["request_id"] is not None:
            await give_back(tx, case)

    async def tell(self, company: int, case: str) -> None:
        """Bring DICT up to the dispute's state: acknowledged, closed with the decision, closed with the returned
        amount.
        """
        async with self.database.transaction(Scope((company,))) as tx:
            row = await tx.one(
                "select m.*, (select r.rtr_id from refund r where r.company_id = m.company_id and r.med_case = m.id"
                " and r.status = 'settled' order by r.settled_at limit 1) as rtr_id from med_case m"
                " where m.company_id = %(company)s and m.id = %(id)s",
                {"company": company, "id": case},
            )
        if row is not None:
            await self._tell_report(row)
            await self._give_back(row)
            await self._tell_request(row)

    async def _give_back(self, row: Row) -> None:
        """Return the money of a dispute that was agreed after its refund was requested."""
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            case = await transitions.lock_case(tx, row["company_id"], row["id"])
            if case is not None and case["status"] == "agreed" and case["request_id"] is not None:
                await give_back(tx, case)

    async def _tell_report(self, row: Row) -> None:
        number, status = row["report_id"], row["report_status"]
        if status == "OPEN":
            await self._said(row, "report_status", self.dict.acknowledge(number))
            status = "ACKNOWLEDGED"
        if status == "ACKNOWLEDGED" and row["decision"] is not None:
            analysis = "AGREED" if row["decision"] == "agreed" else "DISAGREED"
            await self._said(row, "report_status", self.dict.close_report(number, analysis, row["decision_note"] or ""))

    async def _tell_request(self, row: Row) -> None:
        result = _result(row) if row["request_status"] == "OPEN" else None
        if result is not None:
            await self._said(row, "request_status", self.dict.close_refund(row["request_id"], result))

    async def _said(self, row: Row, column: str, call: Awaitable[Report | RefundRequest]) -> None:
        try:
            said = (await call).status
        except DictUnavailable as error:
            await self._keep(row, told_error=str(error)[:500])
            raise TryAgain(str(error), error.retry_after) from error
        except DictProblem as error:
            # DICT has another state than we assumed: its state counts, and poll() acts on it.
            await self._keep(row, told_error=str(error)[:500])
            return
        values = {column: said, "told_error": None}
        await self._keep(row, **values)

    async def _keep(self, row: Row, **values: object) -> None:
        async with self.database.transaction(Scope((row["company_id"],))) as tx:
            case = await transitions.lock_case(tx, row["company_id"], row["id"])
            assert case is not None
            await changed(tx, case, **values)


def _result(row: Row) -> RefundResult | None:
    """Return how to close the request; None while it is too early."""
    note = row["decision_note"] or ""
    if row["status"] == "disagreed":
        return RefundResult("REJECTED", note, rejection="OTHER")
    if row["status"] not in ("returned", "recovering", "partly_returned"):
        return None
    if not row["returned"]:
        return RefundResult("REJECTED", note, rejection="NO_BALANCE")
    whole = row["returned"] >= row["asked"]
    return RefundResult("TOTALLY_ACCEPTED" if whole else "PARTIALLY_ACCEPTED", note, row["rtr_id"] or "")


async def _case_of(tx: Tx, what: str, number: UUID) -> Row | None:
    return await tx.one(f"select * from med_case where {what}_id = %(id)s for update", {"id": number})


async def _returning(tx: Tx, case: Row) -> bool:
    return await tx.value(
        "select exists (select 1 from refund where company_id = %(company_id)s and med_case = %(id)s"
        " and status in ('requested', 'processing'))",
        case,
    )
