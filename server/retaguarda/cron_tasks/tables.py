"""The list of cron tasks."""

from retaguarda.cron_tasks.model import RUN_STATUSES, STATES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ = Permission.SCHEDULER_TASK_READ

#: The clock ticks every minute, and a job starts within seconds of that.
_LATE = "interval '90 seconds'"

#: A task with its open run (o), its latest ended run (l), and the time by which its next run should have started (due).
SOURCE = (
    "(select t.*, l.status as last_status, l.started_at as last_at, l.milliseconds as last_ms, o.status as open_status,"
    " case when o.status = 'waiting' then o.planned_for when o.status is null then t.next_at end as due"
    " from cron_task t"
    " left join lateral (select r.status, r.planned_for from cron_run r where r.task_id = t.id"
    "   and r.status in ('waiting', 'running') order by r.id limit 1) o on true"
    " left join lateral (select r.status, coalesce(r.started_at, r.ended_at) as started_at,"
    "   (extract(epoch from r.ended_at - r.started_at) * 1000)::bigint as milliseconds from cron_run r"
    "   where r.task_id = t.id and r.status not in ('waiting', 'running', 'skipped') order by r.id desc limit 1) l on true) t"
)

STATUS = (
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
    scope=HOUSE,
    source=SOURCE,
    company="t.company_id",
    key="t.id",
    order_by="name",
    columns=(
        Column("id", "t.id", "id", searched=True),
        Column("name", "t.name", sortable=True, searched=True, words="string_to_array(t.name, '.') || t.name"),
        Column("owner", "split_part(t.name, '.', 1)", sortable=True),
        Column("status", STATUS, "choice", sortable=True, choices=STATES),
        Column("schedule", "t.schedule"),
        Column("time_zone", "t.time_zone"),
        Column("next_at", "(case when t.enabled then t.next_at end)", "time"),
        Column("last_at", "t.last_at", "time"),
        Column("last_ms", "t.last_ms", "integer"),
        Column("last_status", "coalesce(t.last_status, '')", "choice", choices=("", *RUN_STATUSES)),
        Column("failures", "t.failures", "integer", sortable=True),
        Column("grace_seconds", "t.grace_seconds", "integer", sortable=True),
        Column("overlap", "t.overlap", "choice", choices=("skip", "queue")),
        # Text, because the menu's link filters by ?enabled=1 (specification 2.6).
        Column("enabled", "t.enabled::int::text", "choice", choices=("1", "0")),
        Column("paused_by", "t.paused_by"),
        Column("updated_at", "t.updated_at", "time", sortable=True),
        Column("updated_by", "t.updated_by"),
    ),
)
