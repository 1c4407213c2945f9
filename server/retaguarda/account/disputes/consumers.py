"""Queue the calls to DICT that follow the events of opened disputes."""

from retaguarda.account.disputes.commands import CANCELLED, OPENED, OPENED_OF_PAYMENT
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue

CALLS, FOLLOW = "account.claim_calls", "claims.follow"


def claim_calls(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, FOLLOW, [{"company": each.company_id, "claim": each.subject_id} for each in events])

    return EventConsumer(CALLS, consume, frozenset({OPENED, OPENED_OF_PAYMENT, CANCELLED}))
