"""What follows from the events of Pix Automático: calls to the provider."""

from collections import defaultdict
from typing import Any

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue

#: Event → the job it asks for.
JOBS = {
    "pix:recurrence:create": "pix.register_recurrence",
    "pix:recurrence:change": "pix.change_recurrence",
    "pix:recurrence:cancel": "pix.cancel_recurrence",
    "pix:request:create": "pix.send_request",
    "pix:request:cancel": "pix.cancel_request",
    "pix:charge:create": "pix.register_charge",
    "pix:charge:cancel": "pix.cancel_charge",
    "pix:charge:retry": "pix.retry_charge",
    "pix:hint:rec": "pix.read_recurrence",
    "pix:hint:cobr": "pix.read_charge",
}


def automatic_calls(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        jobs = defaultdict[str, list[dict[str, Any]]](list)
        for event in events:
            if event["name"] in JOBS:
                jobs[JOBS[event["name"]]].append(_values(event))
        for name, values in jobs.items():
            await queue.defer(tx, name, values)

    return Reader("pix.automatic_calls", take)


def _values(event: Row) -> dict[str, Any]:
    source, data = event["name"].split(":")[1], event["data"]
    if source == "hint":
        return dict(data)
    subject = data["request"] if source == "request" else event["subject_id"]
    return {"company": event["company_id"], source: subject}
