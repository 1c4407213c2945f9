"""The job that asks a bank again for a person, and tells what came of it."""

from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.watch_orders import OrderTaken

WORK, ASK = "payouts.reprocessing", "payouts.ask_again"
EVENT = "payouts:payment:reprocess"


def asked_again(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        jobs = [
            {
                "company": event.company_id,
                "payout": event.subject_id,
                "person": str(event.person_id),
                "actor": event.actor,
                "why": event.data.get("reason", ""),
            }
            for event in events
        ]
        await queue.defer(tx, ASK, jobs)

    return EventConsumer(WORK, consume, frozenset({EVENT}))


@dataclass(frozen=True, slots=True)
class Asking:
    sending: Sending

    async def run(self, company: int, payout: str, person: str, actor: str, why: str) -> None:
        """Ask the bank about a payout's order as the engine does; record once what it said, also when it said nothing."""
        database = self.sending.payout_client.database
        async with database.transaction(Scope((company,))) as tx:
            before = await _state(tx, company, payout)
        said = "answered"
        try:
            if still := await self.sending.send_or_ask(company, payout):
                said = still.why[:200]
        except OrderTaken:
            # What the bank answers to somebody else is no answer to this person: their question comes again in a moment.
            raise
        except TryAgain as unanswered:
            said = str(unanswered)[:200]
        async with database.transaction(Scope((company,))) as tx:
            after = await _state(tx, company, payout)
            await record(
                tx,
                "payouts:payment:reprocessed",
                company=company,
                subject=payout,
                actor=actor,
                person=UUID(person),
                data={
                    "why": why,
                    "said": said,
                    "attempt": after["attempt"],
                    "processor": after["processor_id"] and str(after["processor_id"]),
                    "code": after["code"],
                    "from": before["status"],
                    "to": after["status"],
                    "money_moved": (before["status"], after["status"]) == ("in_bank_processing", "done"),
                },
            )


async def _state(tx: Tx, company: int, payout: str) -> Row:
    row = await tx.one(
        "select t.status, o.attempt, o.processor_id, o.code from payout t left join lateral (select * from payout_order o"
        " where o.company_id = t.company_id and o.payout_id = t.id order by o.attempt desc limit 1) o on true"
        " where t.company_id = %(company)s and t.id = %(id)s",
        {"company": company, "id": payout},
    )
    assert row is not None
    return row
