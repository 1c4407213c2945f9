"""The clock: every minute, find the cron tasks that are due and queue one run of each.

Schedules are in the database, where staff change them. Each moment of a schedule runs once whatever the clocks do: it is
unique in the database. When no clock ran for a while, or it jumped, count the moments that passed and let one run stand
for them, unless the last of them is older than the task's grace; then they were missed.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from retaguarda.cron_tasks.model import MISSED, RUN
from retaguarda.cron_tasks.schedules import latest_before, runs_after
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Cron, Queue
from retaguarda.foundation.request import PROVIDER

#: Counting further takes long and helps nobody.
MOST_COUNTED = 10_000
#: With overlap ``queue``: one run active and one waiting.
MOST_OPEN = 2


@dataclass(frozen=True, slots=True)
class Clock:
    database: Database
    queue: Queue
    crons: Sequence[Cron]

    async def tick(self) -> None:
        """Run one minute's work. Safe to repeat, and to run beside another one."""
        async with self.database.transaction(SYSTEM) as tx:
            await self._sync_tasks(tx)
        for cron in self.crons:
            async with self.database.transaction(SYSTEM) as tx:
                task = await tx.one(
                    "select *, clock_timestamp() as now from cron_task where name = %(name)s and enabled"
                    " for update skip locked",
                    {"name": cron.name},
                )
                if task is not None:
                    await _fail_lost_runs(tx, task)
                    await self._queue_if_due(tx, task)

    async def _sync_tasks(self, tx: Tx) -> None:
        """Insert new tasks; update those that nobody has changed to the program's schedule."""
        for cron in self.crons:
            await tx.execute(
                "insert into cron_task as t (id, name, schedule, time_zone, grace_seconds, overlap)"
                " select %(id)s, %(name)s, %(schedule)s, 'UTC', %(grace)s, %(overlap)s"
                " where exists (select 1 from company where id = 1)"
                " on conflict (name) do update set schedule = excluded.schedule, grace_seconds = excluded.grace_seconds,"
                " overlap = excluded.overlap, next_at = null where t.version = 1"
                " and (t.schedule, t.grace_seconds, t.overlap)"
                " is distinct from (excluded.schedule, excluded.grace_seconds, excluded.overlap)",
                {
                    "id": uuid7(),
                    "name": cron.name,
                    "schedule": cron.schedule,
                    "grace": cron.grace,
                    "overlap": cron.overlap,
                },
            )

    async def _queue_if_due(self, tx: Tx, task: Row) -> None:
        now, due = task["now"], task["next_at"]
        upcoming = next(runs_after(task["schedule"], task["time_zone"], now))
        # The clock was set back or the schedule changed: the next moment is earlier now.
        if due is None or due > upcoming:
            due = upcoming
        if due <= now:
            await self._insert_run(tx, task, *_last_passed(task, due, now))
            due = upcoming
        if due != task["next_at"]:
            await tx.execute("update cron_task set next_at = %(at)s where id = %(id)s", {"id": task["id"], "at": due})

    async def _insert_run(self, tx: Tx, task: Row, planned: datetime, missed: int) -> None:
        """Insert the run of one moment, which also stands for the ``missed`` ones before it, and queue it."""
        if (task["now"] - planned).total_seconds() > task["grace_seconds"]:
            status, missed = "missed", missed + 1
        else:
            open_runs = await tx.value(
                "select count(*) from cron_run where task_id = %(id)s and status in ('waiting', 'running')", task
            )
            most = MOST_OPEN if task["overlap"] == "queue" else 1
            status = "waiting" if open_runs < most else "skipped"
        run = await tx.value(
            "insert into cron_run (task_id, number, trigger, planned_for, missed, status, ended_at) values (%(id)s,"
            " %(runs)s + 1, 'clock', %(planned)s, %(missed)s, %(status)s,"
            " case when %(status)s <> 'waiting' then clock_timestamp() end)"
            " on conflict (task_id, planned_for) where trigger = 'clock' do nothing returning id",
            {"id": task["id"], "runs": task["runs"], "planned": planned, "missed": missed, "status": status},
        )
        if run is None:
            return
        await tx.execute("update cron_task set runs = runs + 1 where id = %(id)s", task)
        if status == "waiting":
            await defer_run(tx, self.queue, task["name"], run)
        elif status == "missed":
            await record(
                tx,
                MISSED,
                company=PROVIDER,
                subject=str(task["id"]),
                actor="retaguarda",
                data={"task": task["name"], "missed": missed},
            )


async def defer_run(tx: Tx, queue: Queue, task: str, run: int) -> None:
    """Queue a run; runs of one task are sequential."""
    (job,) = await queue.defer(tx, RUN, [{"task": task, "run": run}], lock=task)
    await tx.execute("update cron_run set job_id = %(job)s where id = %(run)s", {"job": job, "run": run})


def _last_passed(task: Row, due: datetime, now: datetime) -> tuple[datetime, int]:
    """Return the last moment of the schedule up to now, and how many passed before it."""
    last, missed = due, 0
    for at in itertools.islice(runs_after(task["schedule"], task["time_zone"], due), MOST_COUNTED):
        if at > now:
            return last, missed
        last, missed = at, missed + 1
    return latest_before(task["schedule"], task["time_zone"], now), missed


async def _fail_lost_runs(tx: Tx, task: Row) -> None:
    """Fail runs whose job has vanished: they would block their task for ever."""
    await tx.execute(
        "with lost as (update cron_run r set status = 'failed', error = 'its job was lost', ended_at = clock_timestamp()"
        " where r.task_id = %(id)s and r.status in ('waiting', 'running') and r.job_id is not null and not exists ("
        "   select 1 from procrastinate_jobs j where j.id = r.job_id and j.status in ('todo', 'doing')) returning 1)"
        " update cron_task set failures = failures + 1 where id = %(id)s and exists (select 1 from lost)",
        task,
    )
