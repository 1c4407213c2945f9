"""Consumes the events of recurrences and enqueues the requests to the provider."""

from collections import defaultdict
from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.stuck_work import StuckWork

CONSUMER = "pix.automatic_calls"
#: Event → the job it enqueues.
JOBS = {
    "pix:recurrence:create": "pix.register_recurrence",
    "pix:recurrence:change": "pix.change_recurrence",
    "pix:recurrence:renew_code": "pix.renew_code",
    "pix:recurrence:cancel": "pix.cancel_recurrence",
    "pix:request:create": "pix.send_request",
    "pix:request:cancel": "pix.cancel_request",
    "pix:charge:create": "pix.register_charge",
    "pix:charge:cancel": "pix.cancel_charge",
    "pix:charge:retry": "pix.retry_charge",
    "pix:hint:rec": "pix.read_recurrence",
    "pix:hint:cobr": "pix.read_charge",
}


def _stuck(job: str, of: str, table: str, where: str, since: str = "created_at") -> StuckWork:
    args = f"jsonb_build_object('company', company_id, '{of}', id) as args"
    return StuckWork(job, CONSUMER, f"select id::text, {since} as since, {args} from {table} where {where}")


#: Rows in a state that one of these jobs must end. The job drops a change that the provider refused; a confirmation
#: request keeps the error instead.
UNFINISHED = (
    _stuck("pix.register_recurrence", "recurrence", "recurrence", "status = 'created'"),
    _stuck("pix.change_recurrence", "recurrence", "recurrence", "status = 'pending' and new_start is not null"),
    _stuck(
        "pix.renew_code",
        "recurrence",
        "recurrence",
        "status = 'pending' and code_wanted_at is not null",
        "code_wanted_at",
    ),
    _stuck(
        "pix.cancel_recurrence",
        "recurrence",
        "recurrence",
        "status in ('created', 'pending', 'approved') and cancel_requested_at is not null",
        "cancel_requested_at",
    ),
    _stuck("pix.send_request", "request", "recurrence_request", "status = 'created'"),
    _stuck(
        "pix.cancel_request",
        "request",
        "recurrence_request",
        "status in ('created', 'pending', 'sent', 'received') and cancel_requested_at is not null and last_error is null",
        "cancel_requested_at",
    ),
    _stuck("pix.register_charge", "charge", "recurring_charge", "status = 'created'"),
    _stuck(
        "pix.cancel_charge",
        "charge",
        "recurring_charge",
        "status in ('created', 'pending', 'active') and cancel_requested_at is not null",
        "cancel_requested_at",
    ),
    _stuck(
        "pix.retry_charge",
        "charge",
        "recurring_charge c",
        # A due day is a day in Brasília.
        f"status = 'active' and retry_on >= (now() at time zone '{BRASILIA}')::date"
        " and not exists (select from recurring_attempt a"
        " where a.company_id = c.company_id and a.charge_id = c.id and a.settles_on = c.retry_on)",
    ),
)


def automatic_calls(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        jobs = defaultdict[str, list[dict[str, Any]]](list)
        for event in events:
            if event.name in JOBS:
                jobs[JOBS[event.name]].append(_job_args(event))
        for name, values in jobs.items():
            await queue.defer(tx, name, values)

    return EventConsumer(CONSUMER, enqueue, frozenset(JOBS))


def _job_args(event: Event) -> dict[str, Any]:
    source, data = event.name.split(":")[1], event.data
    if source == "hint":
        return dict(data)
    subject = data["request"] if source == "request" else event.subject_id
    return {"company": event.company_id, source: subject}
