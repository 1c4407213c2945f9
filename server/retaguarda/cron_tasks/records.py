"""One cron task, with its past and next runs."""

from uuid import UUID

from retaguarda.cron_tasks.model import CronTaskRecord, TaskRun
from retaguarda.cron_tasks.queries import task_fields, task_row
from retaguarda.cron_tasks.schedules import next_runs
from retaguarda.cron_tasks.tables import CRON_TASKS, READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import struct_of

RUNS_SHOWN = 50


async def _load(tx: Tx, principal: Principal, task: UUID) -> CronTaskRecord | None:
    row = await task_row(tx, task)
    if row is None:
        return None
    runs = await tx.all(
        "select *, (extract(epoch from ended_at - started_at) * 1000)::bigint as milliseconds from cron_run"
        f" where task_id = %(id)s order by id desc limit {RUNS_SHOWN}",
        row,
    )
    missed = await tx.value(
        "select coalesce(sum(missed), 0)::bigint from cron_run where task_id = %(id)s"
        " and planned_for > now() - interval '30 days'",
        row,
    )
    upcoming = next_runs(row["schedule"], row["time_zone"], await tx.value("select now()"), 5)
    return CronTaskRecord(
        **task_fields(row),
        next_runs=upcoming if row["enabled"] else [],
        runs=[struct_of(TaskRun, run) for run in runs],
        missed=missed,
    )


CRON_TASK_RECORD = Record(
    path=f"{CRON_TASKS.path}/{{id:str}}",
    summary="One task, its runs and its next ones",
    permission=READ,
    scope=HOUSE,
    answers=CronTaskRecord,
    load=_load,
)
