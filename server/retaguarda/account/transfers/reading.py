"""What follows from the events of withdrawals and bank accounts: calls to the bank."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.unfinished import Unfinished

CALLS = "account.bank_calls"
SEND, VERIFY = "transfers.send", "bank_accounts.verify"
#: The states that these jobs end.
UNFINISHED = (
    Unfinished(
        SEND,
        CALLS,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'transfer', id) as args"
        " from transfer where status in ('pending', 'in_bank_processing')",
    ),
    Unfinished(
        VERIFY,
        CALLS,
        "select bank_account_id::text as id, created_at as since,"
        " jsonb_build_object('company', company_id, 'account', bank_account_id) as args"
        " from payout_order where bank_account_id is not null and state in ('sending', 'processing')",
    ),
)

PENDING, TO_VERIFY = "account:transfer:pending", "account:bank_account:verify"


def bank_calls(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        await queue.defer(tx, SEND, _values(events, PENDING, "transfer"))
        await queue.defer(tx, VERIFY, _values(events, TO_VERIFY, "account"))

    return Reader(CALLS, take, frozenset({PENDING, TO_VERIFY}))


def _values(events: list[Row], name: str, subject: str) -> list[dict[str, object]]:
    return [{"company": each["company_id"], subject: each["subject_id"]} for each in events if each["name"] == name]
