"""Payout orders: written before the bank is called, polled until their outcome is known, never sent twice.

When the bank's response is lost, ask for the order's status. Only an order known to be refused may be followed by
another one; the database enforces that too (payout_order_of_payout, payout_order_of_account).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

import psycopg

from retaguarda.foundation.database import Database, Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.send_by_processor import Chosen, Senders
from retaguarda.payout_engine.watch_orders import ANSWER_SECONDS, distance
from retaguarda.providers.payout import Account, Order, Outcome, PayoutRefused, PayoutUnknown, Returned
from retaguarda.providers.pix.ids import transaction_id

#: SQLSTATE of payout_processor_take(): the processor's limits leave no room for the order.
PROCESSOR_FULL = "RF091"

#: The orders of a withdrawal or a bank account, oldest attempt first.
OF_PAYOUT = "select * from payout_order where company_id = %(company)s and payout_id = %(id)s order by attempt"
OF_ACCOUNT = "select * from payout_order where company_id = %(company)s and bank_account_id = %(id)s order by attempt"


class GivenOrder(Protocol):
    """What a bank is told of an order itself; ``amount`` in minor units."""

    @property
    def provider_id(self) -> str: ...
    @property
    def end_to_end_id(self) -> str | None: ...
    @property
    def amount(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PayoutClient:
    """Send payout orders to the bank, each through its processor."""

    database: Database
    senders: Senders
    seals: PayoutSeals

    async def submit(self, order: PayoutOrderRow, destination: Row, message: str, *, first: bool) -> Outcome:
        """Send an order unless the bank already has it, and return what the bank says of it.

        Args:
            destination: the row of the bank account or the payout that the order is of.
            first: no earlier run has sent this order.

        Raises:
            TryAgain: its end is not known.
        """
        bank_request = bank_order(order, destination, message)
        try:
            payouts = (await self.senders.get(order.processor_id)).payouts
            found = None if first else await payouts.status(bank_request)
            outcome = found or await payouts.send(bank_request)
        except PayoutUnknown as error:
            raise TryAgain(str(error), error.retry_after) from error
        except PayoutRefused as error:
            return Outcome("refused", reason=str(error))
        return outcome

    async def status(self, order: PayoutOrderRow, destination: Row) -> Outcome | None:
        """Ask the bank what became of an order; None: it does not know it.

        Raises:
            PayoutError: it gave no answer.
            TryAgain: its processor may not be called now.
        """
        payouts = (await self.senders.get(order.processor_id)).payouts
        return await payouts.status(bank_order(order, destination, ""))

    async def close(self) -> None:
        await self.senders.close()

    async def returned(self, order: PayoutOrderRow, destination: Row) -> list[Returned]:
        """Ask the bank what came back of an order.

        Raises:
            PayoutError: it gave no answer.
            TryAgain: its processor may not be called now.
        """
        payouts = (await self.senders.get(order.processor_id)).payouts
        return await payouts.returned(bank_order(order, destination, ""))


async def insert_order(
    tx: Tx,
    company: int,
    amount: Money,
    ispb: str,
    *,
    payout: UUID | None = None,
    account: UUID | None = None,
    processor: Chosen | None = None,
) -> PayoutOrderRow | None:
    """Insert the next order of a withdrawal or a bank account, with its end-to-end id. Commit before calling the bank.

    None: something has come up against the payout since it was requested (payout_verdict), and no order was written.

    Args:
        ispb: ISPB of the participant that issues the end-to-end id.
        processor: who gets it; the bank of one that collects orders issues the end-to-end id itself.

    Raises:
        TryAgain: others took meanwhile what was left of the processor's limit.
    """
    try:
        return await _insert(tx, company, amount, ispb, payout=payout, account=account, processor=processor)
    except psycopg.DatabaseError as error:
        if error.sqlstate == PROCESSOR_FULL:
            raise TryAgain("its processor takes no more today; another is asked next", 1) from error
        raise


async def _insert(
    tx: Tx,
    company: int,
    amount: Money,
    ispb: str,
    *,
    payout: UUID | None,
    account: UUID | None,
    processor: Chosen | None,
) -> PayoutOrderRow | None:
    return await fetch_one(
        tx,
        PayoutOrderRow,
        "insert into payout_order (company_id, id, payout_id, bank_account_id, attempt, provider_id, end_to_end_id, amount, currency, processor_id, ask_at,"
        " asking_until, route)"
        " select %(company)s, %(id)s, %(payout)s, %(account)s, 1 + count(*), %(provider)s, %(e2e)s, %(amount)s, %(currency)s, %(processor)s,"
        " clock_timestamp() + make_interval(secs => %(answer)s), clock_timestamp() + make_interval(secs => %(answer)s), %(route)s::jsonb"
        " from payout_order where company_id = %(company)s and (payout_id = %(payout)s or bank_account_id = %(account)s)"
        " having not exists (select from payout_verdict(%(company)s, %(payout)s))"
        " returning *",
        {
            "company": company,
            "id": (number := uuid7()),
            "payout": payout,
            "account": account,
            "provider": number.hex,
            "e2e": None if processor and processor.collects else transaction_id("E", ispb, datetime.now(UTC)),
            "processor": processor and processor.id,
            "route": json_text(processor.route) if processor and processor.route else None,
            "amount": amount.amount,
            "currency": amount.currency,
            # A bank account is verified by a job of its own.
            "answer": None if payout is None else ANSWER_SECONDS,
        },
    )


async def insert_orders(tx: Tx, company: int, choices: Sequence[tuple[UUID, Chosen]]) -> list[PayoutOrderRow]:
    """As insert_order(), of several payouts in one statement; none for a payout that something stands against.

    Raises:
        TryAgain: a limit of their processor leaves no room for all of them; the transaction has failed.
    """
    now, numbers = datetime.now(UTC), [uuid7() for _ in choices]
    try:
        return await fetch_all(
            tx,
            PayoutOrderRow,
            _INSERT_MANY,
            {
                "company": company,
                "ids": numbers,
                "payouts": [payout for payout, _ in choices],
                "providers": [number.hex for number in numbers],
                "e2es": [None if to.collects else transaction_id("E", to.ispb, now) for _, to in choices],
                "processors": [to.id for _, to in choices],
                "routes": [json_text(to.route) if to.route else None for _, to in choices],
                "answer": ANSWER_SECONDS,
            },
        )
    except psycopg.DatabaseError as error:
        if error.sqlstate == PROCESSOR_FULL:
            raise TryAgain("its processor does not take all of them today", 1) from error
        raise


def bank_order(order: GivenOrder, destination: Row, message: str) -> Order:
    """Build the order as the bank's API takes it; ``destination`` is the row with the destination's columns."""
    if destination["kind"] == "key":
        target: str | Account = destination["pix_key"]
    elif destination["kind"] == "slip":
        # It goes by file, which reads the barcode of the payout itself.
        target = destination["barcode"]
    else:
        target = Account(destination["ispb"], destination["branch"], destination["number"], destination["account_type"])
    return Order(
        id=order.provider_id,
        end_to_end_id=order.end_to_end_id or "",
        amount=order.amount,
        to=target,
        holder_name=destination["holder_name"],
        holder_document=destination["holder_document"],
        message=message,
        compe=destination.get("compe") or "",
        ted_purpose=destination.get("ted_purpose") or "",
    )


#: Once a bank says that it has an order, the questions about it begin anew.
_ASKED = "case when %(state)s = 'processing' and state = 'sending' then 0 else asked end"


async def apply_outcome(tx: Tx, order: PayoutOrderRow, outcome: Outcome) -> bool:
    """Apply the bank's outcome to an order, and say when it is asked about next: whoever took it is done with it. The caller has
    locked its withdrawal or account. False: it had ended before."""
    state = outcome.state
    updated = await tx.execute(
        "update payout_order set state = %(state)s, code = %(code)s, reason = %(reason)s,"
        " ended_at = case when %(state)s in ('done', 'refused') then clock_timestamp() end,"
        " ask_at = case when %(state)s = 'processing' and not %(by_file)s and payout_id is not null"
        f" then clock_timestamp() + {distance(_ASKED)} end, asked = {_ASKED}, asking_until = null"
        " where company_id = %(company)s and id = %(id)s and state in ('sending', 'processing')",
        {
            "company": order.company_id,
            "id": order.id,
            "state": state,
            "by_file": outcome.by_file,
            "code": outcome.code or None,
            "reason": outcome.reason[:500] or None,
        },
    )
    return updated == 1


_INSERT_MANY = """
    insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency, processor_id, ask_at,
           asking_until, route)
    select %(company)s, g.id, g.payout,
           1 + (select count(*) from payout_order o where o.company_id = %(company)s and o.payout_id = g.payout),
           g.provider, g.e2e, p.amount, p.currency, g.processor, clock_timestamp() + make_interval(secs => %(answer)s),
           clock_timestamp() + make_interval(secs => %(answer)s), g.route::jsonb
      from unnest(%(ids)s::uuid[], %(payouts)s::uuid[], %(providers)s::text[], %(e2es)s::text[],
                  %(processors)s::uuid[], %(routes)s::text[]) g (id, payout, provider, e2e, processor, route)
      join payout p on p.company_id = %(company)s and p.id = g.payout
     where not exists (select from payout_verdict(%(company)s, g.payout))
    returning *
"""
