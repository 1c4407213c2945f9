"""The job that tests a processor that pays, and what asks for it."""

import msgspec

from retaguarda.foundation.database import Database, Row, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.processors.connections import SEALED, PayoutConnections
from retaguarda.payouts.processors.model import LotCredentialsInput
from retaguarda.provider_accounts.commands import conflict_of
from retaguarda.provider_accounts.model import ClientInput, CredentialsInput
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
        _shape_of,
        _secrets_of,
    )
    return Job(TEST, tester.run)


class _Kind(msgspec.Struct):
    adapter: str


def _shape_of(row: Row) -> type[ClientInput]:
    return LotCredentialsInput if struct_of(_Kind, row).adapter == "lots" else CredentialsInput


def _secrets_of(row: Row) -> tuple[str, ...]:
    return ("app_key",) if struct_of(_Kind, row).adapter == "lots" else ()


def asked_tests(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, TEST, [{"processor": number} for number in {event.subject_id for event in events}])

    return EventConsumer(WORK, consume, TEST_EVENTS)
