"""The jobs of mailboxes: test one, send what waits, look for new files; and the clock that starts them where nothing else did."""

import time
from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payouts.mailboxes.model import MailboxProblem, json_or_none, problem_of
from retaguarda.payouts.mailboxes.open_mailboxes import Mailboxes
from retaguarda.payouts.mailboxes.rows import MailboxRow
from retaguarda.payouts.mailboxes.send_files import ACTOR
from retaguarda.providers.payout.mailbox_port import MailboxError

WORK, TEST, SEND, LOOK = "payouts.mailboxes", "payouts.test_mailbox", "payouts.send_files", "payouts.read_inbox"
#: Event → the job that it asks for. Of a remittance the clock knows the processor.
_ASKED = {
    "payouts:mailbox:set": TEST,
    "payouts:mailbox:test": TEST,
    "payouts:mailbox:enable": LOOK,
    "payouts:mailbox:look": LOOK,
}
_SENT = frozenset({"payouts:remittance:send", "payouts:remittance:send_again"})


@dataclass(frozen=True, slots=True)
class MailboxTest:
    database: Database
    mailboxes: Mailboxes

    async def run(self, processor: str) -> None:
        """Open a mailbox as it is set and look into its folders; safe to repeat."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await fetch_one(
                tx, MailboxRow, "select * from mailbox where processor_id = %(id)s", {"id": UUID(processor)}
            )
        if row is None:
            return
        error: MailboxProblem | None = None
        started = time.monotonic()
        try:
            async with self.mailboxes.counted(row.processor_id):
                await self.mailboxes.of(row).probe()
        except MailboxError as wrong:
            error = problem_of(wrong)
        took = round((time.monotonic() - started) * 1_000)
        async with self.database.transaction(SYSTEM) as tx:
            # What was set meanwhile has a test of its own.
            if await tx.execute(
                _TESTED, {"id": row.processor_id, "set_at": row.set_at, "took": took, "error": json_or_none(error)}
            ):
                await record(
                    tx,
                    "payouts:mailbox:tested",
                    company=PROVIDER,
                    subject=processor,
                    actor=ACTOR,
                    data={"host": row.host, "ok": error is None, "reason": error.text if error else ""},
                )


class _Due(msgspec.Struct):
    processor_id: UUID


@dataclass(frozen=True, slots=True)
class MailboxClock:
    """Asks for looks and for sending again, every few minutes."""

    database: Database
    queue: Queue

    async def run(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            for due in await fetch_all(tx, _Due, _ENABLED):
                await _defer(tx, self.queue, SEND, str(due.processor_id))
                await _defer(tx, self.queue, LOOK, str(due.processor_id))


def asked_mailboxes(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        for event in events:
            if (job := _ASKED.get(event.name)) is not None:
                await _defer(tx, queue, job, event.subject_id)
        sent = [UUID(event.subject_id) for event in events if event.name in _SENT]
        if sent:
            for due in await fetch_all(tx, _Due, _OF_REMITTANCES, {"ids": sent}):
                await _defer(tx, queue, SEND, str(due.processor_id))

    return EventConsumer(WORK, consume, frozenset({*_ASKED, *_SENT}))


async def _defer(tx: Tx, queue: Queue, job: str, processor: str) -> None:
    """Ask for a job, unless one waits already."""
    lock = f"{job}:{processor}"
    if not await queue.bring_forward(tx, lock, 0):
        await queue.defer(tx, job, [{"processor": processor}], lock=lock)


_TESTED = """
    update mailbox set tested_at = clock_timestamp(), tested_ms = %(took)s, test_error = %(error)s::jsonb
     where processor_id = %(id)s and set_at = %(set_at)s
"""
_ENABLED = "select processor_id from mailbox where enabled order by processor_id"
_OF_REMITTANCES = (
    "select distinct processor_id from mailbox_file where remittance_id = any(%(ids)s) and state = 'waiting'"
)
