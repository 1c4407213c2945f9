"""Turns requests for long work into jobs that run as the requester."""

from collections import defaultdict
from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.lists.bulk.jobs import JOB as DO_BULK
from retaguarda.lists.exports.jobs import JOB as WRITE_EXPORT

WORK = "lists.work"
#: Event → its job.
JOBS = {"lists:export:create": WRITE_EXPORT, "lists:bulk:create": DO_BULK}


_PENDING = (
    "select id::text, created_at as since,"
    " jsonb_build_object('company', company_id, 'person', person_id, 'work', id) as args from"
)
#: The pending work of these jobs.
UNFINISHED = (
    StuckWork(WRITE_EXPORT, WORK, f"{_PENDING} export where status in ('queued', 'running')"),
    StuckWork(DO_BULK, WORK, f"{_PENDING} bulk where finished_at is null"),
)


def asked_work(queue: Queue) -> EventConsumer:
    async def take(tx: Tx, events: list[Event]) -> None:
        jobs = defaultdict[str, list[dict[str, Any]]](list)
        for event in events:
            if event.name in JOBS:
                values = {
                    "company": event.company_id,
                    "person": str(event.person_id),
                    "work": event.subject_id,
                }
                jobs[JOBS[event.name]].append(values)
        for name, values in jobs.items():
            await queue.defer(tx, name, values)

    return EventConsumer(WORK, take, frozenset(JOBS))
