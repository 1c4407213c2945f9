"""The job that tests a processor that pays, and what asks for it."""

from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.payouts.processors.connections import SEALED, PayoutConnections
from retaguarda.payouts.processors.model import LotCredentialsInput
from retaguarda.provider_accounts.commands import conflict_of
from retaguarda.provider_accounts.model import CredentialsInput
from retaguarda.provider_accounts.try_credentials import Tester

WORK, TEST = "payouts.processors", "payouts.test_processor"
#: Events that enqueue the test.
TEST_EVENTS = frozenset(
    f"payouts:processor:{action}" for action in ("create", "create_lots", "rotate", "rotate_lots", "test")
)


def test_job(database: Database, connections: PayoutConnections) -> Job:
    tester = Tester(
        database,
        connections.keys,
        "payout_processor",
        SEALED,
        "payouts:processor",
        "payouts",
        connections.probe,
        conflict_of,
        lambda row: LotCredentialsInput if row["adapter"] == "lots" else CredentialsInput,
        lambda row: ("app_key",) if row["adapter"] == "lots" else (),
    )
    return Job(TEST, tester.run)


def asked_tests(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, TEST, [{"processor": number} for number in {event.subject_id for event in events}])

    return EventConsumer(WORK, consume, TEST_EVENTS)
