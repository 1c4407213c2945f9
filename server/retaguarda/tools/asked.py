"""A run that a person asked for goes to the workers when it is certain that it was asked for."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue
from retaguarda.tools.clock import defer_run
from retaguarda.tools.model import ASKED


def asked_runs(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        for event in events:
            if event["name"] == ASKED:
                await defer_run(tx, queue, event["data"]["task"], event["data"]["run"])

    return Reader("tools.asked", take, frozenset({ASKED}))
