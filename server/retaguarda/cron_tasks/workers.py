"""The workers: who is alive, what they do, and how jobs of a dead one are recovered."""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from retaguarda.cron_tasks.model import STALLED
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import STALLED_SECONDS, Queue
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import fetch_all

log = logging.getLogger("retaguarda.jobs")


class WorkerJob(msgspec.Struct):
    """``task`` names the cron task whose run this job executes."""

    id: int
    name: str
    task: str | None
    attempts: int


class Worker(msgspec.Struct):
    """``stalled``: silent for so long that its jobs went to other workers."""

    id: int
    heard_at: datetime
    stalled: bool
    jobs: list[WorkerJob]


class Workers(msgspec.Struct):
    """``waiting``: jobs that are due; ``later``: postponed ones; ``failed``: ones that are not retried."""

    workers: list[Worker]
    waiting: int
    later: int
    failed: int


class _LostJob(msgspec.Struct):
    """``follower_waits``: another job of its cron task waits already."""

    id: int
    task_name: str
    queueing_lock: str | None
    follower_waits: bool


_LOST = (
    "select j.id, j.task_name, j.queueing_lock, exists (select from procrastinate_jobs t where t.status = 'todo'"
    " and t.queueing_lock = j.queueing_lock) as follower_waits"
    " from procrastinate_jobs j left join procrastinate_workers w on w.id = j.worker_id"
    " where j.status = 'doing' and (j.id = any(%(left)s) or w.id is null"
    f" or w.last_heartbeat < now() - interval '{STALLED_SECONDS} seconds')"
    # A worker that is just noting how its job ended has the row.
    " order by j.id for update of j skip locked"
)


async def _resume(tx: Tx, left: Sequence[int]) -> None:
    """Return the jobs of dead workers to the queue, each once, and those that were ``left``."""
    # Lock: two concurrent checks would both find a job, and the second would take it from its new worker.
    await tx.execute("select pg_advisory_xact_lock(hashtext('jobs.stalled'))")
    jobs = await fetch_all(tx, _LostJob, _LOST, {"left": list(left)})
    # Of a cron task one job waits at most: where its next one does, a lost one is not wanted any more.
    waiting = {job.queueing_lock for job in jobs if job.follower_waits}
    for job in jobs:
        if job.queueing_lock in waiting:
            await tx.execute("select procrastinate_finish_job_v1(%(id)s, 'aborted', true)", {"id": job.id})
            continue
        if job.queueing_lock is not None:
            waiting.add(job.queueing_lock)
        await tx.execute("select procrastinate_retry_job_v2(%(id)s, now(), null, null, null)", {"id": job.id})
        log.warning("job %s (%s) lost its worker and runs again", job.id, job.task_name)
    if jobs and await tx.value("select exists (select 1 from company where id = 1)"):
        await record(tx, STALLED, company=PROVIDER, subject="workers", actor="retaguarda", data={"jobs": len(jobs)})


async def resume_left(tx: Tx, queue: Queue, seen: Collection[int]) -> set[int]:
    """Resume the jobs of dead workers, and what this process began and does not run, where the look before, which saw ``seen``,
    found the same.

    A job that ends while the database is away cannot note how it ended: its worker lives, and nobody else would take it up.
    One look is not enough, since a job is not run in the moments after it was fetched and while its end is noted.

    Returns:
        The jobs that this look found.
    """
    begun = await tx.value(
        "select coalesce(array_agg(id), '{}') from procrastinate_jobs where status = 'doing' and worker_id = any(%(workers)s)",
        {"workers": queue.worker_ids},
    )
    found = set(begun) - set(queue.running)
    await _resume(tx, sorted(found & set(seen)))
    return found - set(seen)


def workers_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, Permission.SCHEDULER_TASK_READ, touch=False) as (tx, _):
            return json_response(await _workers(tx))

    return Route(
        "GET",
        "/v1/tools/workers",
        "Who works, and what waits",
        handler,
        permission=Permission.SCHEDULER_TASK_READ,
        scope=HOUSE,
        answers=Workers,
    )


async def _workers(tx: Tx) -> Workers:
    rows = await tx.all(
        "select w.id, w.last_heartbeat as heard_at,"
        f" w.last_heartbeat < now() - interval '{STALLED_SECONDS} seconds' as stalled"
        " from procrastinate_workers w order by w.last_heartbeat desc limit 50"
    )
    doing = await tx.all(
        "select id, worker_id, task_name as name, args ->> 'task' as task, attempts from procrastinate_jobs"
        " where status = 'doing' and worker_id = any (%(workers)s) order by id limit 200",
        {"workers": [row["id"] for row in rows]},
    )
    counted = await tx.one(
        "select count(*) filter (where status = 'todo' and coalesce(scheduled_at <= now(), true)) as waiting,"
        " count(*) filter (where status = 'todo' and scheduled_at > now()) as later,"
        " count(*) filter (where status = 'failed') as failed from procrastinate_jobs"
    )
    assert counted is not None
    return Workers(
        [
            Worker(
                **row,
                jobs=[
                    WorkerJob(job["id"], job["name"], job["task"], job["attempts"])
                    for job in doing
                    if job["worker_id"] == row["id"]
                ],
            )
            for row in rows
        ],
        **counted,
    )
