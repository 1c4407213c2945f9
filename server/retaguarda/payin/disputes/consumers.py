"""Consumes the events of disputes and enqueues the requests to the payment provider and to DICT."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork

TELL, CONSUMER = "med.tell", "payin.med_calls"
_RETURNING = "payin:med:returning"
_REPORTED = frozenset(
    f"payin:med:{what}"
    for what in ("opened", "agreed", "disagreed", "returned", "recovering", "partly_returned", "cancelled")
)


def med_calls(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        await queue.defer(
            tx,
            "payin.send_refund",
            [{"company": each.company_id, "refund": each.data["refund"]} for each in events if each.name == _RETURNING],
        )
        await queue.defer(
            tx,
            TELL,
            [{"company": each.company_id, "case": each.subject_id} for each in events if each.name in _REPORTED],
        )

    return EventConsumer(CONSUMER, enqueue, _REPORTED | {_RETURNING})


#: Disputes of which DICT lacks our last step.
UNFINISHED = StuckWork(
    TELL,
    CONSUMER,
    "select id::text, coalesce(ended_at, decided_at, heard_at) as since,"
    " jsonb_build_object('company', company_id, 'case', id) as args from med_case where report_status = 'OPEN'"
    " or (report_status = 'ACKNOWLEDGED' and decision is not null)"
    " or (request_status = 'OPEN' and status in ('returned', 'recovering', 'partly_returned', 'disagreed'))",
)
