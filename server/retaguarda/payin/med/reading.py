"""What follows from the events of cases: calls to the payment provider and to DICT."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue

TELL = "med.tell"
_TOLD = frozenset(
    f"payin:med:{what}"
    for what in ("opened", "agreed", "disagreed", "returned", "recovering", "partly_returned", "cancelled")
)


def med_calls(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        await queue.defer(
            tx,
            "payin.send_refund",
            [
                {"company": each["company_id"], "refund": each["data"]["refund"]}
                for each in events
                if each["name"] == "payin:med:returning"
            ],
        )
        await queue.defer(
            tx,
            TELL,
            [{"company": each["company_id"], "case": each["subject_id"]} for each in events if each["name"] in _TOLD],
        )

    return Reader("payin.med_calls", take)
