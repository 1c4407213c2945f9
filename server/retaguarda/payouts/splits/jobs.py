"""Run splits on their days, at six in the morning of their merchant or as soon after as the clock comes by."""

import calendar
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.query_params import zone_of
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.transitions import CLOCK
from retaguarda.payouts.splits.commands import RUN, told
from retaguarda.payouts.splits.model import SplitRow
from retaguarda.payouts.splits.queries import lock_split, runs_of
from retaguarda.payouts.splits.run_split import run_split

HOUR = 6


@dataclass(frozen=True, slots=True)
class SplitClock:
    database: Database
    keys: Keys

    async def run(self) -> None:
        """Run every active split whose day it is and that has not run today, each in a transaction of its own."""
        async with self.database.transaction(SYSTEM) as tx:
            due = await tx.all(
                "select company_id, id from payout_split where status = 'active' and rhythm <> 'by_hand'"
            )
        for each in due:
            await self._run(each["company_id"], each["id"])

    async def _run(self, company: int, split: UUID) -> None:
        try:
            async with self.database.transaction(Scope((company,))) as tx:
                row = await lock_split(tx, company, split)
                now = datetime.now(UTC).astimezone(await zone_of(tx, company))
                ran = await tx.value(
                    "select max(created_at) from payout_split_run where company_id = %(company)s and rule_id = %(rule)s",
                    {"company": company, "rule": row.rule_id},
                )
                ran_today = ran is not None and ran.astimezone(now.tzinfo).date() == now.date()
                if ran_today or now.hour < HOUR or not is_day_of(row, now.date()):
                    return
                await run_split(tx, self.keys, row, Requester(CLOCK))
                (run,) = await runs_of(tx, row, most=1)
                await record(tx, RUN, company=company, subject=str(row.id), actor=CLOCK, data=told(row, run))
        except ApiError:
            # Nothing is due, or the batch of the run before waits for somebody: the clock comes by again.
            return


def is_day_of(row: SplitRow, day: date) -> bool:
    """Whether a split runs on this day of its merchant."""
    match row.rhythm:
        case "daily":
            return True
        case "weekly":
            return day.isoweekday() == row.weekday
        case "monthly":
            last = calendar.monthrange(day.year, day.month)[1]
            return day.day == min(row.month_day or 1, last)
        case _:
            return False
