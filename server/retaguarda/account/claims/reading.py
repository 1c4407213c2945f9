"""What follows from the events of claims: calls to DICT."""

from retaguarda.account.claims.commands import CANCELLED, OPENED
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue

CALLS, FOLLOW = "account.claim_calls", "claims.follow"


def claim_calls(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        await queue.defer(tx, FOLLOW, [{"company": each["company_id"], "claim": each["subject_id"]} for each in events])

    return Reader(CALLS, take, frozenset({OPENED, CANCELLED}))
