"""Gauges that only the database knows, read in one short transaction at each scrape."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from retaguarda.foundation.clock_offset import clock_offset
from retaguarda.foundation.database import Tx
from retaguarda.foundation.jobs import STALLED_SECONDS

#: Stop counting unread events here: the alarm is clear by then.
MOST_COUNTED = 10_000

_JOBS = """
    with queue as (
      select task_name as job, id,
             case when status = 'failed' then 'failed' when status = 'doing' then 'doing'
                  when coalesce(scheduled_at <= now(), true) then 'due' when attempts > 0 then 'again' else 'later'
             end as state
        from procrastinate_jobs where status in ('todo', 'doing', 'failed')),
    counted as (select job, state, count(*) as count, min(id) as first from queue group by job, state)
    select c.job, c.state, c.count,
           extract(epoch from now() - coalesce(j.scheduled_at,
             (select min(e.at) from procrastinate_events e where e.job_id = c.first)))::float as age
      from counted c join procrastinate_jobs j on j.id = c.first
"""
_READERS = f"""
    select r.name as reader,
           (select count(*) from (select from event e where (e.xid, e.id) > (r.xid, r.id) limit {MOST_COUNTED}) unread) as count,
           coalesce((select extract(epoch from now() - e.at)::float from event e where (e.xid, e.id) > (r.xid, r.id)
                      order by e.xid, e.id limit 1), 0) as age
      from event_reader r
"""
_WORKERS = f"""
    select count(*) filter (where last_heartbeat > now() - interval '{STALLED_SECONDS} seconds') as count
      from procrastinate_workers
"""
_TASKS = "select name as task, failures as count from published.cron_task"
_CONNECTIONS = """
    select coalesce(state, 'unknown') as state, count(*) as count from pg_stat_activity
     where datname = current_database() and usename = current_user group by 1
"""
_STANDBY_WAITS = """
    select count(*) as count from pg_stat_activity
     where wait_event = 'SyncRep' and datname = current_database() and usename = current_user
"""
_SIZE = "select pg_database_size(current_database()) as bytes"


async def figures(tx: Tx, data: Path) -> list[Metric]:
    jobs = await tx.all(_JOBS)
    readers = await tx.all(_READERS)
    return [
        _gauge(
            "jobs",
            "Jobs in the queue: due, again (tried and put off), later (put off from the start), doing or failed for good",
            ("job", "state"),
            jobs,
        ),
        _gauge(
            "oldest_due_job_seconds",
            "How long the first of the jobs that are due has waited",
            ("job",),
            [row for row in jobs if row["state"] == "due"],
            "age",
        ),
        _gauge("unread_events", f"Events a reader has yet to take, up to {MOST_COUNTED}", ("reader",), readers),
        _gauge("oldest_unread_event_seconds", "How old the first of these is", ("reader",), readers, "age"),
        _gauge("workers", f"Workers heard of in the last {STALLED_SECONDS} seconds", (), await tx.all(_WORKERS)),
        _gauge("task_failures", "Runs of a task that failed one after the other", ("task",), await tx.all(_TASKS)),
        _gauge(
            "database_connections",
            "Connections of the application, of all processes",
            ("state",),
            await tx.all(_CONNECTIONS),
        ),
        _gauge(
            "clock_offset_seconds",
            "How far the clock of the machine that answers is ahead of the database's",
            (),
            [{"count": await clock_offset(tx)}],
        ),
        _gauge("standby_waits", "Commits that wait for a standby", (), await tx.all(_STANDBY_WAITS)),
        _gauge("database_bytes", "Size of the database", (), await tx.all(_SIZE), "bytes"),
        _gauge(
            "data_free_bytes", "Room left where the data folder lies", (), [{"count": shutil.disk_usage(data).free}]
        ),
    ]


def _gauge(
    name: str, description: str, labels: tuple[str, ...], rows: Iterable[dict[str, Any]], value: str = "count"
) -> Metric:
    gauge = GaugeMetricFamily(f"retaguarda_{name}", description, labels=labels)
    for row in rows:
        gauge.add_metric([row[label] for label in labels], float(row[value] or 0))
    return gauge
