"""Queue requested simulations."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payouts.routing.commands import ASKED

WORK, SIMULATE = "payouts.simulations", "payouts.run_simulation"
#: Simulations that this job must answer.
UNANSWERED = StuckWork(
    SIMULATE,
    WORK,
    "select id::text, asked_at as since, jsonb_build_object('simulation', id) as args from payout_route_simulation"
    " where status = 'asked'",
    lambda **_: WORK,
)


def asked_simulations(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, SIMULATE, [{"simulation": each.data["simulation"]} for each in events], lock=WORK)

    return EventConsumer(WORK, enqueue, frozenset({ASKED}))
