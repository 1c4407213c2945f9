"""Run the schedules that are due, every minute; each planned moment runs at most once.

A late run, because no worker ran or the clock jumped, is made up for within a day. Of several runs due at once only the
newest runs and the others are recorded as missed: nobody wants three withdrawals in one minute.
"""

from dataclasses import dataclass
from datetime import datetime

from retaguarda.account.scheduling.check_rhythm import stored_rhythm
from retaguarda.account.scheduling.model import GRACE
from retaguarda.account.scheduling.run_dates import next_runs
from retaguarda.account.scheduling.run_schedule import insert_run, request_run_withdrawal
from retaguarda.foundation.business_days import BeyondCalendar
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.payout_engine.create_payout import Requester

ACTOR = "schedule"
#: Missed runs recorded at a time; the next minute continues.
MOST_AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class Due:
    database: Database

    async def run(self) -> None:
        while await self._run_one():
            pass

    async def _run_one(self) -> bool:
        """Run one due schedule in one transaction; False when none is due."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select s.*, clock_timestamp() as now from payment_schedule s where status = 'active' and next_run <= now()"
                " order by next_run, id limit 1 for update skip locked"
            )
            if row is None:
                return False
            due, next_run = _due_moments(row)
            for planned in due[:-1]:
                await _miss(tx, row, planned)
            await (_miss if row["now"] - due[-1] > GRACE else _run)(tx, row, due[-1])
            await tx.execute(
                "update payment_schedule set next_run = %(next)s, status = case when %(next)s::timestamptz is null then 'ended'"
                " else status end where id = %(id)s",
                {"next": next_run, "id": row["id"]},
            )
            return True


def _due_moments(row: Row) -> tuple[list[datetime], datetime | None]:
    """Return the due moments, starting with ``next_run``, and the one after; None when no later run is known."""
    try:
        ahead = next_runs(stored_rhythm(row), row["next_run"], MOST_AT_ONCE)
    except BeyondCalendar:
        ahead = []
    due = [row["next_run"], *(run for run in ahead if run <= row["now"])]
    return due, next((run for run in ahead if run > row["now"]), None)


async def _run(tx: Tx, row: Row, planned: datetime) -> None:
    await tx.execute("savepoint run")
    try:
        transfer = await request_run_withdrawal(tx, row, Requester(ACTOR, row["created_by"]))
    except ApiError as refused:
        await tx.execute("rollback to savepoint run")
        if await insert_run(tx, row, planned, "failed", refused=refused):
            await _record_event(tx, row, "failed", planned)
        return
    if await insert_run(tx, row, planned, "requested", transfer=transfer):
        await _record_event(tx, row, "requested", planned, amount=transfer["amount"])
    else:
        await tx.execute("rollback to savepoint run")


async def _miss(tx: Tx, row: Row, planned: datetime) -> None:
    if await insert_run(tx, row, planned, "missed"):
        await _record_event(tx, row, "missed", planned)


async def _record_event(tx: Tx, row: Row, what: str, planned: datetime, **more: object) -> None:
    await record(
        tx,
        f"account:schedule:{what}",
        company=row["company_id"],
        subject=str(row["id"]),
        actor=ACTOR,
        data={"schedule": row["name"], "planned_for": planned, "amount": row["amount"], **more},
    )
