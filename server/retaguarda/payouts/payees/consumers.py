"""Queue the look-ups that follow the events of payees."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payouts.payees.commands import CHECK, CREATED

LOOKUPS, LOOK_UP = "payouts.payee_lookups", "payees.check"
#: A look-up that was asked for ends.
UNFINISHED = StuckWork(
    LOOK_UP,
    LOOKUPS,
    "select id::text, checking_at as since, jsonb_build_object('company', company_id, 'payee', id) as args"
    " from payee where checking_at is not null",
)


def payee_lookups(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, LOOK_UP, [{"company": each.company_id, "payee": each.subject_id} for each in events])

    return EventConsumer(LOOKUPS, consume, frozenset({CREATED, CHECK, "payouts:destination:create"}))
