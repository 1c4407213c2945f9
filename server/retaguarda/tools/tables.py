"""The tasks as they are shown: the list, and one of them with its runs."""

from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.tools.model import PROVIDER, RUN_STATUSES, STATES, CronTask, CronTaskRecord, TaskRun
from retaguarda.tools.schedules import next_runs

READ = Permission.SCHEDULER_TASK_READ
RUNS_SHOWN = 50
#: The clock strikes each minute, and a job begins within seconds of that.
_LATE = "interval '90 seconds'"

#: A task with its open run (o), its latest ended one (l), and when it should have begun what it has not begun (due).
_SOURCE = (
    "(select t.*, l.status as last_status, l.started_at as last_at, l.milliseconds as last_ms, o.status as open_status,"
    " case when o.status = 'waiting' then o.planned_for when o.status is null then t.next_at end as due"
    " from cron_task t"
    " left join lateral (select r.status, r.planned_for from cron_run r where r.task_id = t.id"
    "   and r.status in ('waiting', 'running') order by r.id limit 1) o on true"
    " left join lateral (select r.status, coalesce(r.started_at, r.ended_at) as started_at,"
    "   (extract(epoch from r.ended_at - r.started_at) * 1000)::bigint as milliseconds from cron_run r"
    "   where r.task_id = t.id and r.status not in ('waiting', 'running', 'skipped') order by r.id desc limit 1) l on true) t"
)
_STATUS = (
    "(case when not t.enabled then 'paused' when t.open_status = 'running' then 'started'"
    f" when t.due < now() - make_interval(secs => t.grace_seconds) - {_LATE} then 'down'"
    f" when t.due < now() - {_LATE} then 'late'"
    " when t.last_status is null then 'new' when t.last_status = 'succeeded' then 'up' else 'down' end)"
)

CRON_TASKS = Table(
    name="tools.tasks",
    path="/v1/tools/cron-tasks",
    summary="What the product does by the clock",
    permission=READ,
    source=_SOURCE,
    company="t.company_id",
    key="t.id",
    order_by="name",
    columns=(
        Column("id", "t.id", "id", searched=True),
        Column("name", "t.name", sortable=True, searched=True, words="string_to_array(t.name, '.') || t.name"),
        Column("owner", "split_part(t.name, '.', 1)", sortable=True),
        Column("status", _STATUS, "choice", sortable=True, choices=STATES),
        Column("schedule", "t.schedule"),
        Column("time_zone", "t.time_zone"),
        Column("next_at", "(case when t.enabled then t.next_at end)", "time"),
        Column("last_at", "t.last_at", "time"),
        Column("last_ms", "t.last_ms", "integer"),
        Column("last_status", "coalesce(t.last_status, '')", "choice", choices=("", *RUN_STATUSES)),
        Column("failures", "t.failures", "integer", sortable=True),
        Column("grace_seconds", "t.grace_seconds", "integer", sortable=True),
        Column("overlap", "t.overlap", "choice", choices=("skip", "queue")),
        # As the menu's address asks for it: ?enabled=1 (specification 2.6).
        Column("enabled", "t.enabled::int::text", "choice", choices=("1", "0")),
        Column("paused_by", "t.paused_by"),
        Column("updated_at", "t.updated_at", "time", sortable=True),
        Column("updated_by", "t.updated_by"),
    ),
)


async def of_house(tx: Tx, who: Who, call: Call) -> int | None:
    """Tasks are staff's alone, whichever merchant they look at."""
    return PROVIDER if who.internal else None


async def of_task(tx: Tx, who: Who, call: Call) -> int | None:
    """The provider, where the path names one of its tasks and the caller is of its staff."""
    task = await task_row(tx, uuid_of(call.path_params["id"])) if who.internal else None
    return PROVIDER if task else None


async def task_row(tx: Tx, task: UUID) -> Row | None:
    return await tx.one(f"select t.*, {_STATUS} as status from {_SOURCE} where t.id = %(id)s", {"id": task})


def task_fields(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in CronTask.__struct_fields__}


async def _load(tx: Tx, who: Who, task: UUID) -> CronTaskRecord | None:
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
        runs=[TaskRun(**{name: run[name] for name in TaskRun.__struct_fields__}) for run in runs],
        missed=missed,
    )


CRON_TASK_RECORD = Record(
    path=f"{CRON_TASKS.path}/{{id:str}}",
    summary="One task, its runs and its next ones",
    permission=READ,
    answers=CronTaskRecord,
    load=_load,
)
