"""Queue the calls to DICT that follow the events of opened disputes."""

from retaguarda.account.disputes.commands import CANCELLED, OPENED, OPENED_OF_PAYMENT
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Queue

CALLS, FOLLOW = "account.claim_calls", "claims.follow"


def claim_calls(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Row]) -> None:
        await queue.defer(tx, FOLLOW, [{"company": each["company_id"], "claim": each["subject_id"]} for each in events])

    return EventConsumer(CALLS, consume, frozenset({OPENED, OPENED_OF_PAYMENT, CANCELLED}))
