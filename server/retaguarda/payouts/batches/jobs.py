"""Jobs on batches: read the files that were brought, run what was authorised, and end what is over."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payout_engine.transitions import event_of
from retaguarda.payouts.batches.check_external_ids import USED
from retaguarda.payouts.batches.queries import lock_batch
from retaguarda.payouts.batches.run_batch import end_if_over

WORK, ENDS = "payouts.batches", "payouts.batch_ends"
READ, RUN, PLAN, STOP = "payouts.read_batch", "payouts.run_batch", "payouts.plan_batches", "payouts.stop_batch"
#: Event → the job it enqueues.
JOBS = {
    "payouts:payout_batch:received": READ,
    "payouts:payout_batch:submit": RUN,
    "payouts:payout_batch:resume": RUN,
    "payouts:payout_batch:stop": STOP,
}
#: What was authorised, or refused for it, may have the external ids of batches that wait for a person.
PLANNED_AGAIN = frozenset({"payouts:payout_batch:submit", USED})
ENDED = frozenset(event_of("batch", state) for state in ("done", "failed", "cancelled", "rejected"))
_BATCHES = (
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'batch', id) as args"
    " from payout_batch where status "
)
#: Batches in a state that one of these jobs must end.
UNFINISHED = (
    StuckWork(READ, WORK, f"{_BATCHES} = 'received'"),
    StuckWork(RUN, WORK, f"{_BATCHES} in ('authorised', 'running') and hold_key is not null"),
    StuckWork(
        STOP,
        WORK,
        f"{_BATCHES} in ('running', 'paused') and stopped_at is not null and exists (select from payout p"
        " where p.company_id = payout_batch.company_id and p.batch_id = payout_batch.id"
        " and p.status in ('created', 'queued', 'on_hold', 'pending', 'blocked'))",
    ),
)


def asked_batches(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        for event in events:
            if event.name in JOBS:
                await queue.defer(tx, JOBS[event.name], [{"company": event.company_id, "batch": event.subject_id}])
        for company in sorted({event.company_id for event in events if event.name in PLANNED_AGAIN}):
            await queue.defer(tx, PLAN, [{"company": company}])

    return EventConsumer(WORK, enqueue, frozenset(JOBS) | PLANNED_AGAIN)


def ended_payouts() -> EventConsumer:
    async def end(tx: Tx, events: list[Event]) -> None:
        """End the batches whose last payout has ended."""
        batches = await tx.all(
            "select distinct p.company_id, p.batch_id from payout p join unnest(%(companies)s::int[], %(ids)s::uuid[]) e (company, id)"
            " on e.company = p.company_id and e.id = p.id where p.batch_id is not null order by 1, 2",
            {"companies": [each.company_id for each in events], "ids": [each.subject_id for each in events]},
        )
        for each in batches:
            row = await lock_batch(tx, each["company_id"], str(each["batch_id"]), "running", "paused")
            if row is not None:
                await end_if_over(tx, row)

    return EventConsumer(ENDS, end, ENDED)
