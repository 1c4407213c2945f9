"""Books the lines of an applied return notice, or asks the bank about them where a merchant brought it."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payout_engine.book_return import ReturnRefused, ReturnUnmatched, book_return, lock_payout
from retaguarda.payout_engine.consumers import TAKE_BACK
from retaguarda.payouts.refunds.notices.jobs import ACTOR
from retaguarda.payouts.refunds.notices.queries import find_notice, shown_notice
from retaguarda.payouts.return_files.apply_payments import noon
from retaguarda.providers.payout import Returned
from retaguarda.providers.pix.ids import is_rtr_id


class _Line(msgspec.Struct):
    """A matching line whose turn has come; ``amount`` in minor units."""

    number: int
    reference: str
    amount: int
    returned_on: date | None
    payout_id: UUID


@dataclass(frozen=True, slots=True)
class NoticeApplying:
    database: Database
    queue: Queue

    async def run(self, company: int, notice: str) -> None:
        """Take the lines one by one, each in its own transaction, as whoever takes returns back does: a killed worker goes on
        where it was, and no two payouts are locked at once."""
        while await self._next(company, UUID(notice)):
            pass

    async def _next(self, company: int, notice: UUID) -> bool:
        """Book the next line or ask about it; False: the notice is over."""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await find_notice(tx, [company], notice, lock=True)
            if row is None or row.status != "applying":
                return False
            values = {"company": company, "notice": notice}
            line = await fetch_one(tx, _Line, _NEXT, values)
            if line is None:
                await tx.execute(_END, values)
                shown = await shown_notice(tx, row)
                told = {"booked": shown.booked, "asked": shown.asked, "left": shown.left}
                await record(
                    tx, "payouts:return_notice:applied", company=company, subject=str(notice), actor=ACTOR, data=told
                )
                return False
            if row.by_staff:
                result, why = await _book(tx, company, line)
            else:
                await self.queue.defer(tx, TAKE_BACK, [{"company": company, "payout": str(line.payout_id)}])
                result, why = "asked", None
            await tx.execute(_RESULT, values | {"number": line.number, "result": result, "why": why})
            return True


async def _book(tx: Tx, company: int, line: _Line) -> tuple[str, str | None]:
    """Return what became of a line, and why it was left."""
    at = None if line.returned_on is None else noon(line.returned_on)
    back = Returned(line.reference, line.amount, at)
    try:
        await book_return(
            tx, await lock_payout(tx, company, line.payout_id), back, by_file=not is_rtr_id(line.reference)
        )
    except ReturnUnmatched:
        return "left", "over"
    except ReturnRefused:
        return "left", "reference_used"
    # A return that was booked before, by the bank's word, is booked all the same: there is one of each reference.
    return "booked", None


_NEXT = """
    select number, reference, amount, returned_on, payout_id from return_notice_line
     where company_id = %(company)s and notice_id = %(notice)s and outcome = 'match' and result is null order by number limit 1
"""
_RESULT = """
    update return_notice_line set result = %(result)s, left_why = %(why)s
     where company_id = %(company)s and notice_id = %(notice)s and number = %(number)s
"""
_END = "update return_notice set status = 'applied' where company_id = %(company)s and id = %(notice)s"
