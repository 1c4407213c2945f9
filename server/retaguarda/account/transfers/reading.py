"""What follows from the events of withdrawals and bank accounts: calls to the bank."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Queue

SEND, VERIFY = "transfers.send", "bank_accounts.verify"


def bank_calls(queue: Queue) -> Reader:
    async def take(tx: Tx, events: list[Row]) -> None:
        await queue.defer(tx, SEND, _values(events, "account:transfer:pending", "transfer"))
        await queue.defer(tx, VERIFY, _values(events, "account:bank_account:verify", "account"))

    return Reader("account.bank_calls", take)


def _values(events: list[Row], name: str, subject: str) -> list[dict[str, object]]:
    return [{"company": each["company_id"], subject: each["subject_id"]} for each in events if each["name"] == name]
