"""What follows from being asked for work that takes a while: a job, as who asked."""

from collections import defaultdict
from typing import Any

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.lists.bulk.jobs import JOB as DO_BULK
from retaguarda.lists.exports.jobs import JOB as WRITE_EXPORT

WORK = "lists.work"
#: Event → the job it asks for.
JOBS = {"lists:export:create": WRITE_EXPORT, "lists:bulk:create": DO_BULK}


_ASKED = (
    "select id::text, created_at as since,"
    " jsonb_build_object('company', company_id, 'person', person_id, 'work', id) as args from"
)
#: The states that these jobs end.
UNFINISHED = (
    StuckWork(WRITE_EXPORT, WORK, f"{_ASKED} export where status in ('queued', 'running')"),
    StuckWork(DO_BULK, WORK, f"{_ASKED} bulk where finished_at is null"),
)


def asked_work(queue: Queue) -> EventConsumer:
    async def take(tx: Tx, events: list[Row]) -> None:
        asked = defaultdict[str, list[dict[str, Any]]](list)
        for event in events:
            if event["name"] in JOBS:
                values = {
                    "company": event["company_id"],
                    "person": str(event["person_id"]),
                    "work": event["subject_id"],
                }
                asked[JOBS[event["name"]]].append(values)
        for name, values in asked.items():
            await queue.defer(tx, name, values)

    return EventConsumer(WORK, take, frozenset(JOBS))
