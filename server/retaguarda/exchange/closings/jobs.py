"""Carry questions to banks of the exchange: what a contract would cost, and whether it stands. Each may be asked twice."""

from typing import Any
from uuid import UUID

from retaguarda.exchange.closings.agree_rate import write_rate
from retaguarda.exchange.closings.queries import ClosingRow, closing_for_update, load_closing
from retaguarda.exchange.closings.settle_closing import close_operations, free_operations, post_contract, write_number
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.exchange import (
    BankContract,
    BankQuote,
    BankRefused,
    ContractAsked,
    ExchangeBanks,
    ExchangeDidNotAnswer,
    QuoteAsked,
)

WORK, ASK, CONFIRM = "exchange.bank_questions", "exchange.ask_rate", "exchange.confirm_closing"
#: What somebody did → the job that asks the bank about it.
_QUESTIONS = {"exchange:closing:ask_rate": ASK, "exchange:closing:close": CONFIRM}
ACTOR = "exchange"


class AskingBanks:
    def __init__(self, database: Database, banks: ExchangeBanks) -> None:
        self._database, self._banks = database, banks

    async def ask(self, closing: str) -> None:
        """
        Raises:
            TryAgain: the bank did not answer.
        """
        row = await self._read(closing)
        if row.asked_rate_at is None:
            return
        said: BankQuote | BankRefused
        try:
            said = await self._banks.quote(
                row.code, QuoteAsked(row.currency, row.home_currency, row.direction, row.foreign_amount)
            )
        except BankRefused as refusal:
            said = refusal
        except ExchangeDidNotAnswer as error:
            raise TryAgain(str(error)) from None
        async with self._database.transaction(SYSTEM) as tx:
            now = await closing_for_update(tx, row.id)
            # Who typed a rate, gave the closing up or asked anew meanwhile does not want this answer any more.
            if now.asked_rate_at != row.asked_rate_at or now.state not in ("draft", "agreed"):
                return
            if isinstance(said, BankRefused):
                await tx.execute(
                    "update exchange_closing set asked_rate_at = null, asked_rate_by = null where id = %(id)s",
                    {"id": row.id},
                )
                await _tell(tx, row, "rate_refused", reason=str(said))
                return
            await write_rate(tx, now, said.rate, said.until, said.id, now.asked_rate_by or ACTOR)
            await _tell(tx, row, "rate_given", rate=str(said.rate), **{"from": now.state, "to": "agreed"})

    async def confirm(self, closing: str) -> None:
        """
        Raises:
            TryAgain: the bank did not answer.
        """
        row = await self._read(closing)
        if not _waits(row):
            return
        assert row.quote is not None
        said: BankContract | BankRefused
        try:
            said = await self._banks.confirm(row.code, row.id, ContractAsked(row.quote, row.foreign_amount))
        except BankRefused as refusal:
            said = refusal
        except ExchangeDidNotAnswer as error:
            raise TryAgain(str(error)) from None
        async with self._database.transaction(SYSTEM) as tx:
            now = await closing_for_update(tx, row.id)
            if not _waits(now):
                return
            if isinstance(said, BankRefused):
                await free_operations(tx, now, "rejected", str(said))
                await _tell(tx, row, "refused", reason=str(said), **{"from": "agreed", "to": "rejected"})
                return
            assert now.confirmer is not None
            sums = await close_operations(tx, now)
            await post_contract(tx, now, now.confirmer, now.confirmer_id, sums)
            await write_number(tx, now, said.number, None)
            told = {"from": "agreed", "to": "closed", "operations": sums.operations, "number": said.number}
            await _tell(tx, row, "confirmed", **told)

    async def _read(self, closing: str) -> ClosingRow:
        async with self._database.transaction(SYSTEM) as tx:
            return await load_closing(tx, UUID(closing))


def _waits(row: ClosingRow) -> bool:
    return row.confirming_at is not None and row.state == "agreed"


async def _tell(tx: Tx, row: ClosingRow, what: str, **data: Any) -> None:
    await record(
        tx,
        f"exchange:closing:{what}",
        company=PROVIDER,
        subject=str(row.id),
        actor=ACTOR,
        data={"name": row.reference, **data},
    )


def asked(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        for event in events:
            await queue.defer(tx, _QUESTIONS[event.name], [{"closing": event.subject_id}])

    return EventConsumer(WORK, enqueue, frozenset(_QUESTIONS))
