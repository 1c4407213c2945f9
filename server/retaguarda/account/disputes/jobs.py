"""Synchronise opened disputes with DICT: report, follow and cancel them, and book the money that comes back. Each step
first asks DICT what exists already, so that a retry creates nothing twice."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from retaguarda.account.disputes.model import BANK
from retaguarda.account.disputes.queries import lock_dispute
from retaguarda.account.disputes.transitions import book_dispute_return, move
from retaguarda.foundation.database import SYSTEM, Row, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.disputes.model import FLAW_ANALYSIS, FRAUD_ANALYSIS, RETURN_PERIOD
from retaguarda.payout_engine.book_return import ReturnRefused, lock_payout
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.providers.dict import Dict, DictProblem, DictUnavailable, RefundRequest, Report
from retaguarda.providers.payout import PayoutError, Returned

DictItem = TypeVar("DictItem", Report, RefundRequest)
#: Clocks differ: a report at DICT may look older than our dispute.
OVERLAP = timedelta(minutes=10)
#: Disputes followed in one run of the cron task.
MOST = 200


@dataclass(frozen=True, slots=True)
class OpenedDisputeJobs:
    payout_client: PayoutClient
    dict: Dict

    async def poll(self) -> None:
        """Follow every open dispute; one that DICT cannot answer for now does not delay the others."""
        async with self.payout_client.database.transaction(SYSTEM) as tx:
            rows = await tx.all(
                f"select company_id, id from med_claim where ended_at is null order by opened_at limit {MOST}"
            )
        for row in rows:
            try:
                await self.follow(row["company_id"], str(row["id"]))
            except TryAgain:
                continue

    async def follow(self, company: int, claim: str) -> None:
        """Bring a dispute to DICT's state, and DICT to what the merchant requested. Safe to repeat."""
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            row = await lock_dispute(tx, company, claim)
        if row is None or row["ended_at"] is not None:
            return
        try:
            match row["status"]:
                case "created":
                    await self._report_fraud(row)
                case "reported":
                    await self._follow_report(row)
                case _:
                    await self._follow_refund(row)
        except (DictUnavailable, PayoutError) as error:
            await self._store(row, told_error=str(error)[:500])
            raise TryAgain(str(error), error.retry_after if isinstance(error, DictUnavailable) else None) from error
        except DictProblem as error:
            # DICT rejects the request for good, so retrying is useless.
            await self._move(row, "refused", answer=str(error)[:2_000])

    async def _report_fraud(self, row: Row) -> None:
        if row["reason"] == "operational_flaw":
            await self._request_refund(row, "OPERATIONAL_FLAW")
            return
        report = await self._find_existing(row, self.dict.reports_made) if row["tried"] else None
        if report is None:
            await self._store(row, tried=True)
            report = await self.dict.create_report(row["end_to_end_id"], row["details"])
        due = report.created_at + FRAUD_ANALYSIS
        await self._move(row, "reported", report_id=report.id, report_status=report.status, due_at=due)

    async def _follow_report(self, row: Row) -> None:
        report = await self.dict.report(row["report_id"])
        if row["cancel_requested_at"] is not None and report.status in ("OPEN", "ACKNOWLEDGED"):
            try:
                report = await self.dict.cancel_report(report.id)
            except DictProblem:
                # It was closed just now: take its closed state.
                report = await self.dict.report(report.id)
        if report.status == "CANCELLED":
            await self._move(row, "cancelled", report_status=report.status)
        elif report.status == "CLOSED" and report.result == "AGREED":
            await self._request_refund(row | {"answer": report.analysis[:2_000] or None}, "FRAUD")
        elif report.status == "CLOSED":
            await self._move(row, "refused", report_status=report.status, answer=report.analysis[:2_000] or None)
        else:
            await self._store(row, report_status=report.status, told_error=None)

    async def _request_refund(self, row: Row, reason: str) -> None:
        """Request the refund at DICT; reuse a request that DICT accepted although we lost its response."""
        request = await self._find_existing(row, self.dict.refunds_made) if row["tried"] else None
        if request is None:
            await self._store(row, tried=True)
            request = await self.dict.create_refund(row["end_to_end_id"], reason, row["amount"], row["details"])
        due = request.created_at + (FLAW_ANALYSIS if reason == "OPERATIONAL_FLAW" else RETURN_PERIOD)
        closed = {"report_status": "CLOSED"} if row["report_id"] else {}
        await self._move(row, "asked", request_id=request.id, due_at=due, answer=row["answer"], **closed)

    async def _follow_refund(self, row: Row) -> None:
        request = await self.dict.refund(row["request_id"])
        if row["cancel_requested_at"] is not None and request.status == "OPEN":
            try:
                request = await self.dict.cancel_refund(request.id)
            except DictProblem:
                request = await self.dict.refund(request.id)
        if request.status == "CANCELLED":
            await self._move(row, "cancelled")
        elif request.status == "CLOSED" and request.result == "REJECTED":
            answer = request.analysis[:2_000] or row["answer"]
            await self._move(row, "refused", rejection=request.rejection or "OTHER", answer=answer)
        elif request.status == "CLOSED":
            await self._book_refund(row, request)

    async def _book_refund(self, row: Row, request: RefundRequest) -> None:
        """Book what DICT says was returned, once the bank that sent the Pix reports the return too."""
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            transfer = await tx.one(
                "select * from payout where company_id = %(company_id)s and id = %(payout_id)s", row
            )
            order = await fetch_one(
                tx,
                PayoutOrderRow,
                "select * from payout_order where company_id = %(company_id)s and payout_id = %(payout_id)s"
                " and state = 'done'",
                row,
            )
        assert transfer is not None
        assert order is not None
        returns = await self.payout_client.returned(order, transfer)
        returned = next((item for item in returns if item.rtr_id == request.refund_id), None)
        if returned is None:
            await self._store(row, told_error=f"{request.refund_id} is not here yet")
            raise TryAgain("the money is not here yet", 60)
        if returned.amount > row["amount"]:
            await self._store(
                row, told_error=f"{returned.rtr_id} brought {returned.amount} centavos, more than was asked for"
            )
            raise TryAgain("more came back than was asked for", 3_600)
        try:
            await self._settle(row, returned)
        except ReturnRefused as error:
            await self._store(row, told_error=str(error)[:500])
            raise TryAgain(str(error), 3_600) from error

    async def _settle(self, row: Row, returned: Returned) -> None:
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            # Lock the withdrawal before the dispute: a Command that opens a dispute locks in that order.
            transfer = await lock_payout(tx, row["company_id"], row["payout_id"])
            fresh = await lock_dispute(tx, row["company_id"], row["id"])
            if fresh is not None and fresh["ended_at"] is None:
                await book_dispute_return(tx, fresh, transfer, returned)

    async def _find_existing(
        self, row: Row, list_made: Callable[[datetime], Awaitable[Sequence[DictItem]]]
    ) -> DictItem | None:
        """Find the report or request that DICT already holds for this dispute."""
        items, other_ids = await list_made(row["opened_at"] - OVERLAP), await self._ids_of_others(row)
        return next((item for item in items if _belongs_to(item, row) and item.id not in other_ids), None)

    async def _ids_of_others(self, row: Row) -> set[UUID | None]:
        """Return the DICT ids that belong to other disputes of the same withdrawal."""
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            rows = await tx.all(
                "select report_id, request_id from med_claim"
                " where company_id = %(company_id)s and payout_id = %(payout_id)s and id <> %(id)s",
                row,
            )
        return {number for item in rows for number in item.values()}

    async def _move(self, row: Row, to: str, **columns: Any) -> None:
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            fresh = await lock_dispute(tx, row["company_id"], row["id"])
            # Another run may have moved the dispute meanwhile.
            if fresh is not None and fresh["status"] == row["status"]:
                await move(tx, fresh, to, actor=BANK, **columns)

    async def _store(self, row: Row, **columns: Any) -> None:
        sets = ", ".join(f"{name} = %({name})s" for name in columns)
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                f"update med_claim set {sets} where company_id = %(company_id)s and id = %(id)s and ended_at is null",
                row | columns,
            )


def _belongs_to(item: Report | RefundRequest, row: Row) -> bool:
    return item.transaction_id == row["end_to_end_id"] and item.status != "CANCELLED"
