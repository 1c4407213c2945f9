"""Jobs on blind spots: answer the searches that were asked for."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork

WORK, SEARCH_BLIND_SPOTS = "pld.blind_spots", "pld.search_blind_spots"
#: Searches that this job must answer.
UNANSWERED = StuckWork(
    SEARCH_BLIND_SPOTS,
    WORK,
    "select id::text, asked_at as since, jsonb_build_object('search', id) as args from pld_blind_spot_search where status = 'asked'",
)


def asked_searches(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, SEARCH_BLIND_SPOTS, [{"search": each.subject_id} for each in events], lock=WORK)

    return EventConsumer(WORK, enqueue, frozenset({"pld:blind_spots:search"}))
