"""One schedule with its next runs, its past runs and its timeline."""

from uuid import UUID

from retaguarda.account.scheduling.check_rhythm import stored_rhythm
from retaguarda.account.scheduling.model import PREVIEWED, Moment, Run, ScheduleRecord
from retaguarda.account.scheduling.queries import SELECT, schedule_fields
from retaguarda.account.scheduling.run_dates import next_runs
from retaguarda.foundation.business_days import BeyondCalendar
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import struct_of

_MOST = 100


async def _load(tx: Tx, principal: Principal, schedule_id: UUID) -> ScheduleRecord | None:
    row = await tx.one(
        f"{SELECT} where s.id = %(id)s and s.company_id = any(%(seen)s)",
        {"id": schedule_id, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    key = {"company": row["company_id"], "id": schedule_id, "subject": str(schedule_id), "most": _MOST}
    runs = await tx.all(
        "select r.*, t.status as payout_status from payment_schedule_run r"
        " left join payout t on t.company_id = r.company_id and t.id = r.payout_id"
        " where r.company_id = %(company)s and r.schedule_id = %(id)s order by r.planned_for desc limit %(most)s",
        key,
    )
    moments = await tx.all(
        "select at, name, actor from event where company_id = %(company)s and subject_id = %(subject)s order by id desc"
        " limit %(most)s",
        key,
    )
    return ScheduleRecord(
        **schedule_fields(row),
        next_runs=_ahead(row),
        runs=[_run(run) for run in runs],
        timeline=[Moment(moment["at"], moment["name"], moment["actor"]) for moment in reversed(moments)],
    )


def _ahead(row: Row) -> list:
    if row["next_run"] is None:
        return []
    try:
        return [row["next_run"], *next_runs(stored_rhythm(row), row["next_run"], PREVIEWED - 1)]
    except BeyondCalendar:
        return [row["next_run"]]


def _run(row: Row) -> Run:
    return struct_of(Run, row)


SCHEDULE_RECORD = Record(
    path="/v1/account/schedules/{id:str}",
    summary="One schedule with its next and its past runs",
    permission=Permission.ACCOUNT_SCHEDULING_READ,
    scope=MERCHANT,
    answers=ScheduleRecord,
    load=_load,
)
