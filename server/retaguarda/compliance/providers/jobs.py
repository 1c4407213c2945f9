"""The job that tests a provider of checks, the task that forgets old answers, and what asks for the test."""

from time import perf_counter
from uuid import UUID

from retaguarda.compliance.providers.connections import CheckConnections
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.checks.port import CheckFailed, CheckQuestion

TESTS, TEST, FORGET = "compliance.providers", "compliance.test_provider", "compliance.forget_answers"
TEST_EVENTS = frozenset(f"compliance:provider:{action}" for action in ("create", "rotate", "test"))
TESTED = "compliance:provider:tested"
#: A well-known test number, which belongs to nobody.
_TEST_SUBJECT = ("52998224725", "Pessoa de Teste")
_HOUSE = Scope((PROVIDER,))


class ProviderTests:
    """Tests one provider as it is now. Safe to repeat."""

    def __init__(self, database: Database, connections: CheckConnections) -> None:
        self._database = database
        self._connections = connections

    async def run(self, provider: str) -> None:
        found = await self._connections.read(UUID(provider))
        if found is None or found.status == "retired":
            return
        client, started, problem = self._connections.client(found), perf_counter(), None
        document, name = _TEST_SUBJECT
        try:
            await client.check(found.port, CheckQuestion(str(uuid7()), document, name))
        except CheckFailed as failed:
            problem = f"{failed.outcome}: {failed}"[:500]
        finally:
            await client.close()
        async with self._database.transaction(_HOUSE) as tx:
            written = await tx.execute(
                "update check_provider set tested_at = now(), tested_ms = %(ms)s, test_error = %(problem)s, status = case"
                " when status = 'draft' and %(problem)s::text is null then 'tested'"
                " when status = 'tested' and %(problem)s::text is not null then 'draft' else status end"
                " where id = %(id)s and version = %(version)s",
                {
                    "id": found.id,
                    "version": found.version,
                    "ms": int((perf_counter() - started) * 1_000),
                    "problem": problem,
                },
            )
            if written:
                data = {"name": found.name, "passed": problem is None}
                await record(tx, TESTED, company=PROVIDER, subject=provider, actor="worker", data=data)


def tests_asked(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, TEST, [{"provider": each} for each in {event.subject_id for event in events}])

    return EventConsumer(TESTS, consume, TEST_EVENTS)


async def forget_answers(database: Database) -> None:
    """Deletes answers whose time is over; what they came to stays."""
    async with database.transaction(_HOUSE) as tx:
        await tx.execute(
            "update provider_call set answer = null where answer is not null and answer_expires_at < now()"
        )
