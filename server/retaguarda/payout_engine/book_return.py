"""Book returns (devoluções) of payouts: a hint or the cron task makes us ask the bank, and only its response is booked.

Each return is booked once, under its rtrId, by whoever finds it first: this job or an opened dispute (account/disputes).
"""

import contextlib
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Row, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payout_engine.check_refused import check_refused
from retaguarda.payout_engine.open_case import Found, open_case
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.postings import give_fee_back, post_return
from retaguarda.payout_engine.rows import PayoutOrderRow, PayoutRow
from retaguarda.payout_engine.transitions import BANK, event_of
from retaguarda.providers.payout import PayoutError, PayoutUnknown, Returned
from retaguarda.providers.pix.ids import is_rtr_id

#: From the end of a payout to the first question to the bank.
FIRST = timedelta(minutes=10)
#: Payouts checked in one run of the cron task.
MOST = 200


class ReturnRefused(Exception):
    """The bank reports a return that cannot be booked. ``str()`` is one line for the provider's staff."""


class ReturnUnmatched(ReturnRefused):
    """The bank returns more than is left of the payout: the money has arrived and nothing explains it."""


class _Due(msgspec.Struct):
    """A payout of which something may have come back by now."""

    company_id: int
    id: UUID


class _Booked(msgspec.Struct):
    """A return of a payout; ``amount`` in minor units."""

    payout_id: UUID
    amount: int


@dataclass(frozen=True, slots=True)
class Returning:
    payout_client: PayoutClient

    async def poll(self) -> None:
        """Ask the bank about possible returns, the longest waiting first; one failure does not delay the others."""
        async with self.payout_client.database.transaction(SYSTEM) as tx:
            due = await fetch_all(tx, _Due, _DUE, {"most": MOST})
        for each in due:
            with contextlib.suppress(TryAgain):
                await self.take_back(each.company_id, str(each.id))

    async def take_back(self, company: int, payout: str) -> None:
        """Book the returns of a payout, each in its own transaction, and check what the bank had refused. Safe to repeat.

        Raises:
            TryAgain: the bank did not answer.
        """
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            row = await tx.one(f"{_SELECT_PAYOUT} and status in ('done', 'failed')", {"company": company, "id": payout})
            if row is None:
                return
            order = await fetch_one(tx, PayoutOrderRow, _SELECT_ORDER, row)
        try:
            returns = await self._returns(order, row) if order else []
            for back in returns:
                await self._book(company, payout, back)
            await check_refused(self.payout_client, row)
        except PayoutError as error:
            raise TryAgain(str(error), error.retry_after if isinstance(error, PayoutUnknown) else None) from error
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            await tx.execute(_SCHEDULE_NEXT, row)

    async def _returns(self, order: PayoutOrderRow, payout: Row) -> list[Returned]:
        """Ask what came back of an order. The bank may not know one that was ended by evidence."""
        if order.evidence_id is not None and await self.payout_client.status(order, payout) is None:
            return []
        return await self.payout_client.returned(order, payout)

    async def _book(self, company: int, payout: str, back: Returned) -> None:
        try:
            async with self.payout_client.database.transaction(Scope((company,))) as tx:
                row = await lock_payout(tx, company, payout)
                await book_return(tx, row, back)
        except ReturnRefused as error:
            async with self.payout_client.database.transaction(Scope((company,))) as tx:
                row = await lock_payout(tx, company, payout)
                await _record_refusal(tx, row, back, str(error)[:500])
                if isinstance(error, ReturnUnmatched):
                    await open_case(tx, row, _unmatched(back, str(error)))


async def lock_payout(tx: Tx, company: int, payout: object) -> Row:
    row = await tx.one(f"{_SELECT_PAYOUT} for update", {"company": company, "id": payout})
    assert row is not None
    return row


async def book_return(tx: Tx, payout: Row, back: Returned, *, claimed: bool = False, by_file: bool = False) -> bool:
    """Insert one return, credit the account the money came from, and record the event. False: it is booked already.

    Args:
        payout: its row, locked by the caller.
        claimed: an opened dispute (MED) brought it back.
        by_file: its id is the number of its order, because files have no rtrId.

    Raises:
        ReturnRefused: such a return is impossible; nothing was written.
    """
    paid = PayoutRow.of(payout)
    if await _is_booked(tx, paid, back, claimed=claimed, by_file=by_file):
        return False
    await _insert_return(tx, paid, back)
    total = paid.returned + back.amount
    await tx.execute(
        "update payout set returned = %(total)s, returns_error = null"
        " where company_id = %(company_id)s and id = %(id)s",
        payout | {"total": total},
    )
    await post_return(tx, payout, back, claimed=claimed)
    complete = total == paid.amount
    fee_back = await give_fee_back(tx, payout, back.at) if complete else 0
    await record(
        tx,
        event_of(paid.origin, "returned" if complete else "partly_returned"),
        company=paid.company_id,
        subject=str(paid.id),
        actor=BANK,
        data={
            "from": "partly_returned" if paid.returned else "done",
            "to": "returned" if complete else "partly_returned",
            "amount": back.amount,
            "returned": total,
            "rtr_id": back.rtr_id,
            "end_to_end_id": paid.end_to_end_id,
        }
        | ({"fee_back": fee_back} if fee_back else {}),
    )
    return True


async def _is_booked(tx: Tx, payout: PayoutRow, back: Returned, *, claimed: bool, by_file: bool) -> bool:
    """Return whether exactly this return is booked already.

    Raises:
        ReturnRefused: it is not, and cannot be.
    """
    if not (by_file or back.ours) and not is_rtr_id(back.rtr_id):
        raise ReturnRefused(f"{back.rtr_id[:40]!r} is no rtrId")
    existing = await fetch_one(tx, _Booked, "select * from payout_return where rtr_id = %(rtr)s", {"rtr": back.rtr_id})
    if existing is not None:
        if (existing.payout_id, existing.amount) == (payout.id, back.amount):
            return True
        raise ReturnRefused(f"{back.rtr_id} is booked already, of another withdrawal or with another amount")
    if await tx.value(_IN_CASE, {"company": payout.company_id, "rtr": back.rtr_id}):
        raise ReturnRefused(f"{back.rtr_id} waits on the suspense account: its case says what becomes of it")
    left = payout.amount - payout.returned
    if payout.status != "done" or not 0 < back.amount <= left:
        refused = ReturnUnmatched if back.amount > 0 and not claimed else ReturnRefused
        raise refused(f"{back.rtr_id} brings {back.amount} centavos, and {left} have not come back yet")
    return False


async def _insert_return(tx: Tx, payout: PayoutRow, back: Returned) -> None:
    inserted = await tx.one(
        _INSERT,
        {
            "rtr": back.rtr_id,
            "company": payout.company_id,
            "payout": payout.id,
            "amount": back.amount,
            "currency": payout.currency,
            "at": back.at,
            "code": back.code[:10] or None,
        },
    )
    if inserted is None:
        # It belongs to another merchant, whose rows this transaction does not see.
        raise ReturnRefused(f"{back.rtr_id} is booked already, of another withdrawal")


def _unmatched(back: Returned, why: str) -> Found:
    return Found(
        kind="return_unmatched",
        key=f"stray:{back.rtr_id}",
        reference=back.rtr_id,
        amount=back.amount,
        source="bank",
        evidence=why[:500],
        at=back.at,
    )


async def _record_refusal(tx: Tx, payout: Row, back: Returned, why: str) -> None:
    """Record a refused return once, however often the bank reports it."""
    paid = PayoutRow.of(payout)
    if paid.returns_error == why:
        return
    await tx.execute(
        "update payout set returns_error = %(why)s where company_id = %(company_id)s and id = %(id)s",
        payout | {"why": why},
    )
    await record(
        tx,
        event_of(paid.origin, "return_not_booked"),
        company=paid.company_id,
        subject=str(paid.id),
        actor=BANK,
        data={"amount": back.amount, "rtr_id": back.rtr_id[:40]},
    )


#: Staff put it into a case, from a file, before the bank reported its payment: its money must not be booked twice.
_IN_CASE = """
    select exists (select from payout_case
                    where company_id = %(company)s and kind = 'return_unmatched' and reference = %(rtr)s and source = 'file')
"""
_INSERT = """
    insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, code)
    values (%(rtr)s, %(company)s, %(payout)s, %(amount)s, %(currency)s, coalesce(%(at)s, clock_timestamp()), %(code)s)
    on conflict do nothing returning rtr_id
"""
_SELECT_PAYOUT = "select * from payout where company_id = %(company)s and id = %(id)s"
_SELECT_ORDER = "select * from payout_order where company_id = %(company_id)s and payout_id = %(id)s and state = 'done'"
#: Schedule the next question: a young withdrawal returns soonest. A Pix is returned within 90 days; a bank that carries out late what it
#: has refused does so within days.
_SCHEDULE_NEXT = """
    update payout
       set returns_due_at = case
             when status = 'done' and returned < amount and now() < ended_at + interval '91 days'
                  or status = 'failed' and now() < ended_at + interval '3 days'
             then clock_timestamp() + least(greatest((clock_timestamp() - ended_at) / 2, interval '10 minutes'), interval '1 day')
           end
     where company_id = %(company_id)s and id = %(id)s
"""
#: Postpone each row it takes, so that one the bank cannot answer for now queues behind the others.
_DUE = """
    update payout set returns_due_at = clock_timestamp() + interval '10 minutes'
     where (company_id, id) in (select company_id, id from payout where returns_due_at <= now()
                                 order by returns_due_at limit %(most)s for update skip locked)
    returning company_id, id
"""
