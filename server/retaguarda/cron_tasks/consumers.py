"""Queue the runs that people requested, once their request is committed."""

from retaguarda.cron_tasks.clock import defer_run
from retaguarda.cron_tasks.model import RUN_REQUESTED
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue


def asked_runs(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        for event in events:
            if event.name == RUN_REQUESTED:
                await defer_run(tx, queue, event.data["task"], event.data["run"])

    return EventConsumer("tools.asked", consume, frozenset({RUN_REQUESTED}))
