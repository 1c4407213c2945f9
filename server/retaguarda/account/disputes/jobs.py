"""Synchronise opened disputes with DICT: report, follow and cancel them, and book the money that comes back. Each step
first asks DICT what exists already, so that a retry creates nothing twice."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from retaguarda.account.disputes.model import BANK
from retaguarda.account.disputes.queries import lock_claim
from retaguarda.account.disputes.transitions import come_back, move
from retaguarda.account.withdrawals.book_return import ReturnRefused, lock_transfer
from retaguarda.account.withdrawals.payout_orders import PayoutClient, order_of
from retaguarda.foundation.database import SYSTEM, Row, Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.disputes.model import ANALYSIS, FLAW, RETURNING
from retaguarda.providers.dict import Dict, DictProblem, DictUnavailable, RefundRequest, Report
from retaguarda.providers.payout import PayoutError, Returned

Standing = TypeVar("Standing", Report, RefundRequest)
#: Clocks differ: a report at DICT may look older than our dispute.
OVERLAP = timedelta(minutes=10)
#: Disputes followed in one run of the cron task.
MOST = 200


@dataclass(frozen=True, slots=True)
class OpenedDisputeJobs:
    paying: PayoutClient
    dict: Dict

    async def poll(self) -> None:
        """Follow every open dispute; one that DICT cannot answer for now does not delay the others."""
        async with self.paying.database.transaction(SYSTEM) as tx:
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
        async with self.paying.database.transaction(Scope((company,))) as tx:
            row = await lock_claim(tx, company, claim)
        if row is None or row["ended_at"] is not None:
            return
        try:
            match row["status"]:
                case "created":
                    await self._tell(row)
                case "reported":
                    await self._reported(row)
                case _:
                    await self._asked(row)
        except (DictUnavailable, PayoutError) as error:
            await self._keep(row, told_error=str(error)[:500])
            raise TryAgain(str(error), error.retry_after if isinstance(error, DictUnavailable) else None) from error
        except DictProblem as error:
            # DICT rejects the request for good, so retrying is useless.
            await self._move(row, "refused", answer=str(error)[:2_000])

    async def _tell(self, row: Row) -> None:
        if row["reason"] == "operational_flaw":
            await self._ask_for_it(row, "OPERATIONAL_FLAW")
            return
        report = await self._standing(row, self.dict.reports_made) if row["tried"] else None
        if report is None:
            await self._keep(row, tried=True)
            report = await self.dict.create_report(row["end_to_end_id"], row["details"])
        due = report.created_at + ANALYSIS
        await self._move(row, "reported", report_id=report.id, report_status=report.status, due_at=due)

    async def _reported(self, row: Row) -> None:
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
            await self._ask_for_it(row | {"answer": report.analysis[:2_000] or None}, "FRAUD")
        elif report.status == "CLOSED":
            await self._move(row, "refused", report_status=report.status, answer=report.analysis[:2_000] or None)
        else:
            await self._keep(row, report_status=report.status, told_error=None)

    async def _ask_for_it(self, row: Row, reason: str) -> None:
        """Request the refund at DICT; reuse a request that DICT accepted although we lost its response."""
        request = await self._standing(row, self.dict.refunds_made) if row["tried"] else None
        if request is None:
            await self._keep(row, tried=True)
            request = await self.dict.create_refund(row["end_to_end_id"], reason, row["amount"], row["details"])
        due = request.created_at + (FLAW if reason == "OPERATIONAL_FLAW" else RETURNING)
        closed = {"report_status": "CLOSED"} if row["report_id"] else {}
        await self._move(row, "asked", request_id=request.id, due_at=due, answer=row["answer"], **closed)

    async def _asked(self, row: Row) -> None:
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
            await self._come_back(row, request)

    async def _come_back(self, row: Row, request: RefundRequest) -> None:
        """Book what DICT says was returned, once the bank that sent the Pix reports the return too."""
        async with self.paying.database.transaction(Scope((row["company_id"],))) as tx:
            transfer = await tx.one(
                "select * from transfer where company_id = %(company_id)s and id = %(transfer_id)s", row
            )
            order = await tx.one(
                "select * from payout_order where company_id = %(company_id)s and transfer_id = %(transfer_id)s"
                " and state = 'done'",
                row,
            )
        assert transfer is not None
        assert order is not None
        found = await self.paying.payouts.returned(order_of(order, transfer, ""))
        back = next((each for each in found if each.rtr_id == request.refund_id), None)
        if back is None:
            await self._keep(row, told_error=f"{request.refund_id} is not here yet")
            raise TryAgain("the money is not here yet", 60)
        if back.amount > row["amount"]:
            await self._keep(row, told_error=f"{back.rtr_id} brought {back.amount} centavos, more than was asked for")
            raise TryAgain("more came back than was asked for", 3_600)
        try:
            await self._settle(row, back)
        except ReturnRefused as error:
            await self._keep(row, told_error=str(error)[:500])
            raise TryAgain(str(error), 3_600) from error

    async def _settle(self, row: Row, back: Returned) -> None:
        async with self.paying.database.transaction(Scope((row["company_id"],))) as tx:
            # Lock the withdrawal before the dispute: a Command that opens a dispute locks in that order.
            transfer = await lock_transfer(tx, row["company_id"], row["transfer_id"])
            fresh = await lock_claim(tx, row["company_id"], row["id"])
            if fresh is not None and fresh["ended_at"] is None:
                await come_back(tx, fresh, transfer, back)

    async def _standing(self, row: Row, asked: Callable[[datetime], Awaitable[Sequence[Standing]]]) -> Standing | None:
        """Find the report or request that DICT already holds for this dispute."""
        made, others = await asked(row["opened_at"] - OVERLAP), await self._others(row)
        return next((each for each in made if _is_of(each, row) and each.id not in others), None)

    async def _others(self, row: Row) -> set[UUID | None]:
        """Return the DICT ids that belong to other disputes of the same withdrawal."""
        async with self.paying.database.transaction(Scope((row["company_id"],))) as tx:
            rows = await tx.all(
                "select report_id, request_id from med_claim"
                " where company_id = %(company_id)s and transfer_id = %(transfer_id)s and id <> %(id)s",
                row,
            )
        return {number for each in rows for number in each.values()}

    async def _move(self, row: Row, to: str, **columns: Any) -> None:
        async with self.paying.database.transaction(Scope((row["company_id"],))) as tx:
            fresh = await lock_claim(tx, row["company_id"], row["id"])
            # Another run may have moved the dispute meanwhile.
            if fresh is not None and fresh["status"] == row["status"]:
                await move(tx, fresh, to, actor=BANK, **columns)

    async def _keep(self, row: Row, **columns: Any) -> None:
        sets = ", ".join(f"{name} = %({name})s" for name in columns)
        async with self.paying.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                f"update med_claim set {sets} where company_id = %(company_id)s and id = %(id)s and ended_at is null",
                row | columns,
            )


def _is_of(each: Report | RefundRequest, row: Row) -> bool:
    return each.transaction_id == row["end_to_end_id"] and each.status != "CANCELLED"
