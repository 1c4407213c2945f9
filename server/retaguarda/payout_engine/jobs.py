"""Send withdrawals to the bank and ask what became of them. Each step first asks the bank what exists already, so that
a retry pays nothing twice."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.company_block import blocked
from retaguarda.foundation.database import SYSTEM, Row, Scope, Tx
from retaguarda.foundation.jobs import Queue, TryAgain, wait_after
from retaguarda.foundation.money import Money
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payout_engine.check_stops import stops_of_payout
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payout_engine.decide_sending import UNDER_REVIEW, Standing, Stop, stop_of
from retaguarda.payout_engine.payout_orders import PayoutClient, apply_outcome, insert_order
from retaguarda.payout_engine.plan_ted import open_ted
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.reason_codes import worth_another
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.send_many import Given, end_done, order_many
from retaguarda.payout_engine.settle_internal import settle_internal, settles_inside
from retaguarda.payout_engine.settle_payout import end_payout
from retaguarda.payout_engine.transitions import BANK, CLOCK, move
from retaguarda.payout_engine.watch_orders import ANSWER_SECONDS, postpone, start_lane, take_order
from retaguarda.providers.payout import Outcome

log = logging.getLogger("retaguarda.jobs")

#: Payouts of one job that are sent at once. With the other jobs they are more than a worker has connections: some wait for the bank.
_AT_ONCE = 4
#: Withdrawals taken in one transaction.
BATCH = 200
#: Seconds before the next order after a transient refusal.
_RETRY_SECONDS = 10


#: Calls for orders of one job at once; none holds a connection of the database.
_CALLS_AT_ONCE = 16
#: Seconds after their orders were written within which calls begin: what is called for then has ended before a lane may take it.
_CALL_WITHIN = ANSWER_SECONDS / 2
#: Seconds after which what came back is written, though others have not yet.
_SETTLE_EVERY = 0.2


@dataclass(frozen=True, slots=True)
class StillOpen:
    """Why the end of an order is not known. ``wait``: seconds for which its processor wants to be left alone."""

    why: str
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class Sending:
    payout_client: PayoutClient
    check: OrderCheck
    queue: Queue

    async def send(self, company: int, payout: str) -> None:
        """Give the order of a withdrawal, or ask about the one that was given; its lane follows it from then on."""
        await self.send_or_ask(company, payout)

    async def send_many(self, company: int, payouts: Sequence[str]) -> None:
        """Send several payouts, each as send() does; one that has to wait gets a job of its own.

        What is plain is ordered in one transaction, called for at once and ended in sets; the rest goes one by one. Whoever is killed
        amid them has sent some: the job runs again, and send() finds what is known of each.
        """
        given = await self._order_many(company, payouts)
        waiting = await self._call_many(company, given)
        ordered = {str(each.payout_id) for each in given}
        waiting += await self._send_each(company, [payout for payout in payouts if payout not in ordered])
        if waiting:
            async with self.payout_client.database.transaction(SYSTEM) as tx:
                for payout, seconds in waiting:
                    await self.queue.defer(tx, SEND, [{"company": company, "payout": payout}], after=seconds)

    async def _send_each(self, company: int, payouts: Sequence[str]) -> list[tuple[str, int]]:
        """Send payouts one by one, a few at once; return those that have to wait, and for how many seconds."""
        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(payout: str) -> tuple[str, int] | None:
            async with gate:
                try:
                    await self.send(company, payout)
                except Exception as error:
                    if not isinstance(error, TryAgain):
                        log.exception("payout %s was not sent, and will be tried again", payout)
                    return payout, wait_after(error, 0)
            return None

        return [each for each in await asyncio.gather(*map(one, payouts)) if each]

    async def _order_many(self, company: int, payouts: Sequence[str]) -> list[Given]:
        """Commit the orders of those payouts that are plain; without any where that fails, for then each goes by itself."""
        try:
            async with self.payout_client.database.transaction(Scope((company,))) as tx:
                return await order_many(tx, self.payout_client, company, payouts)
        except TryAgain:
            return []
        except Exception:
            log.exception("%s payouts were not ordered together; each goes by itself", len(payouts))
            return []

    async def _call_many(self, company: int, given: Sequence[Given]) -> list[tuple[str, int]]:
        """Give orders that were just written to the bank, several at once, and write what became of them in sets as it comes back; return
        the payouts that have to wait."""
        began, gate, open_lanes = time.monotonic(), asyncio.Semaphore(_CALLS_AT_ONCE), set[UUID | None]()

        async def call(each: Given) -> tuple[Given, Outcome | TryAgain]:
            async with gate:
                if time.monotonic() - began > _CALL_WITHIN:
                    # Soon its lane may have it, which first asks the bank: two would both give it.
                    return each, TryAgain("the bank was too slow with those before it")
                try:
                    row = each.payout
                    return each, await self.payout_client.submit(each.order, row, row["description"] or "", first=True)
                except TryAgain as error:
                    return each, error
                except Exception as error:
                    log.exception("order %s was not sent, and will be asked about", each.order.id)
                    return each, TryAgain(f"{type(error).__name__}: {error}")

        calls, waiting = {asyncio.create_task(call(each)) for each in given}, list[tuple[str, int]]()
        try:
            while calls:
                over, calls = await asyncio.wait(calls, timeout=_SETTLE_EVERY)
                ended = [task.result() for task in over]
                waiting += await self._store_many(company, ended)
                open_lanes |= {each.order.processor_id for each, outcome in ended if _is_open(outcome)}
        finally:
            for task in calls:
                task.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        for processor in open_lanes:
            await start_lane(self.payout_client.database, self.queue, processor)
        return waiting

    async def _store_many(
        self, company: int, ended: Sequence[tuple[Given, Outcome | TryAgain]]
    ) -> list[tuple[str, int]]:
        """Write what the bank said of orders: those that are done together, the others one by one."""
        done, rest = list[tuple[Given, Outcome]](), list[tuple[Given, Outcome | TryAgain]]()
        waiting = list[tuple[str, int]]()
        for each, said in ended:
            if isinstance(said, Outcome) and said.state == "done":
                done.append((each, said))
            else:
                rest.append((each, said))
        if done:
            try:
                async with self.payout_client.database.transaction(Scope((company,))) as tx:
                    await end_done(tx, company, done)
            except Exception:
                log.exception("%s orders were not ended together; each is ended by itself", len(done))
                rest += done
        for each, said in rest:
            try:
                if isinstance(said, TryAgain):
                    await self._record_error(each.payout, each.order, StillOpen(str(said), said.wait or 0.0))
                else:
                    await self._store_outcome(each.payout, each.order, said)
            except Exception as error:
                log.exception("what became of order %s was not written; the bank will be asked", each.order.id)
                waiting.append((str(each.payout_id), wait_after(error, 0)))
        return waiting

    async def send_or_ask(self, company: int, payout: str) -> StillOpen | None:
        """Move a withdrawal pending → in_bank_processing → done or failed. Commit the order before calling the bank.

        Raises:
            TryAgain: no order was given, for no processor takes it now.
            OrderTaken: somebody else is asking about its order at this moment.
        """
        await self.check.run(company, payout)
        taken = await self._start_order(company, payout)
        if taken is None:
            return None
        row, order, first = taken
        still = await self.follow(row, order, first=first)
        if still is not None:
            await start_lane(self.payout_client.database, self.queue, order.processor_id)
        return still

    async def follow(self, row: Row, order: PayoutOrderRow, *, first: bool) -> StillOpen | None:
        """Ask the bank about an order, and give it where the bank does not have it; None: nobody need ask again."""
        try:
            outcome = await self.payout_client.submit(order, row, row["description"] or "", first=first)
        except TryAgain as error:
            still = StillOpen(str(error), error.wait or 0.0)
            await self._record_error(row, order, still)
            return still
        await self._store_outcome(row, order, outcome)
        return StillOpen("the bank is working on it") if outcome.state == "processing" and not outcome.by_file else None

    async def due(self) -> None:
        """Release the withdrawals scheduled for today and the blocked ones that may leave again."""
        remaining = True
        while remaining:
            async with self.payout_client.database.transaction(SYSTEM) as tx:
                rows = await tx.all(_DUE, {"batch": BATCH})
                for row in rows:
                    await move(tx, row, "pending", actor=CLOCK, blocked_reason=None)
                remaining = len(rows) == BATCH

    async def _start_order(self, company: int, payout: str) -> tuple[Row, PayoutOrderRow, bool] | None:
        """Lock the withdrawal, take its order, and return both, and whether that order was never sent before."""
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            row = await _lock_payout(tx, company, payout)
            if row is None or row["status"] not in ("pending", "in_bank_processing"):
                return None
            if row["status"] == "in_bank_processing":
                order = await _open_order(tx, row)
                await take_order(tx, order)
                return row, order, False
            if stop := stop_of(await self._standing(tx, row), datetime.now(UTC)):
                await _stop(tx, row, stop)
                return None
            if await settles_inside(tx, row):
                await _settle_inside(tx, row)
                return None
            opened = await open_ted(tx, row)
            if opened is None:
                return None
            row = opened
            chosen = await self.payout_client.senders.choose(tx, row)
            amount = Money(row["amount"], row["currency"])
            order = await insert_order(tx, company, amount, chosen.ispb, payout=row["id"], processor=chosen)
            if order is None:
                await _hold_for_review(tx, row)
                return None
            if row["origin"] == "payout" and row["kind"] == "key":
                # The directory gives a look-up back for each order that follows it.
                await tx.execute("select lookups_take(%(company_id)s, -1)", row)
            given = {"end_to_end_id": order.end_to_end_id, "processor_id": chosen.id}
            await move(tx, row, "in_bank_processing", actor=BANK, last_error=None, **given)
            return row, order, True

    async def _standing(self, tx: Tx, row: Row) -> Standing:
        stops = await stops_of_payout(tx, row)
        return Standing(
            company=await blocked(tx, row["company_id"], "out"),
            account=await _account_status(tx, row),
            block=stops.block,
            sealed=self.payout_client.seals.holds(row),
            suspect=stops.suspect,
            due_on=row["due_on"],
            stopped=stops.stopped,
        )

    async def _store_outcome(self, row: Row, order: PayoutOrderRow, outcome: Outcome) -> None:
        """Apply the bank's outcome to the order and the withdrawal; after a refusal of the moment another order follows."""
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            fresh = await _lock_payout(tx, row["company_id"], row["id"])
            assert fresh is not None
            if not await apply_outcome(tx, order, outcome):
                return
            await end_payout(tx, fresh, order, outcome, with_commit=True)
            if outcome.state == "refused" and worth_another(outcome.code, order.attempt):
                again = {"company": row["company_id"], "payout": str(row["id"])}
                await self.queue.defer(tx, SEND, [again], after=_RETRY_SECONDS)

    async def _record_error(self, row: Row, order: PayoutOrderRow, still: StillOpen) -> None:
        async with self.payout_client.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                "update payout set last_error = %(why)s where company_id = %(company_id)s and id = %(id)s"
                " and status in ('pending', 'in_bank_processing')",
                row | {"why": still.why[:500]},
            )
            await postpone(tx, order, still.wait)


def _is_open(said: Outcome | TryAgain) -> bool:
    """Whether a lane has to ask about an order."""
    return isinstance(said, TryAgain) or (said.state == "processing" and not said.by_file)


async def _settle_inside(tx: Tx, row: Row) -> None:
    """Settle inside, without bank and order: whatever stops an order stops this too."""
    if await tx.value("select exists (select from payout_verdict(%(company_id)s, %(id)s))", row):
        await _hold_for_review(tx, row)
    else:
        await settle_internal(tx, row)


async def _stop(tx: Tx, row: Row, stop: Stop) -> None:
    """Move a payout that may not be ordered to where it waits, or end it."""
    match stop.to:
        case "blocked":
            await move(tx, row, "blocked", actor=CLOCK, blocked_reason=stop.reason[:500])
        case "on_hold":
            until = await tx.value("select clock_timestamp() + %(held)s", {"held": stop.held})
            await move(tx, row, "on_hold", actor=CLOCK, hold_reason=stop.reason, hold_until=until)
        case "cancelled":
            ended = await tx.value("select clock_timestamp()")
            await move(tx, row, "cancelled", actor=CLOCK, ended_at=ended, last_error=stop.reason)
            await void_payout(tx, row)


async def _account_status(tx: Tx, row: Row) -> str | None:
    """Return the state of the bank account that a withdrawal goes to; None where it names none."""
    if row["bank_account_id"] is None:
        return None
    status: str | None = await tx.value(
        "select status from published.bank_account where company_id = %(company_id)s and id = %(bank_account_id)s", row
    )
    return status or "unknown"


async def _hold_for_review(tx: Tx, row: Row) -> None:
    """Hold a payout that something has come up against since it was requested; staff decide on it."""
    await tx.execute(
        "select block_refusal_write(gen_random_uuid(), 'payout', 'hold', v.entry_id, %(company_id)s, %(id)s::text, %(holder_name)s,"
        " %(holder_document)s, %(amount)s, %(currency)s, %(created_by)s) from payout_verdict(%(company_id)s, %(id)s) v",
        row,
    )
    await move(tx, row, "on_hold", actor=CLOCK, hold_reason=UNDER_REVIEW, hold_until=None)


async def _lock_payout(tx: Tx, company: int, payout: object) -> Row | None:
    return await tx.one(
        "select * from payout where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": payout},
    )


async def _open_order(tx: Tx, row: Row) -> PayoutOrderRow:
    order = await fetch_one(
        tx,
        PayoutOrderRow,
        "select * from payout_order where company_id = %(company_id)s and payout_id = %(id)s"
        " and state in ('sending', 'processing')",
        row,
    )
    return present(order)


_DUE = """
    select t.* from payout t join company c on c.id = t.company_id
     where (t.status = 'created' and t.scheduled_for <= (now() at time zone c.time_zone)::date)
        or (t.status = 'blocked' and company_blocked(t.company_id, 'out') is null
             and payout_allow_list(t.company_id, t.destination, t.document_hash) <> 'trusted'
             and contract_stop(t.company_id) is null and franchise_stop(t.company_id, t.bank_account_id, 0) is null
             and (t.bank_account_id is null or exists (
             select from published.bank_account b
              where b.company_id = t.company_id and b.id = t.bank_account_id and b.status = 'verified')))
     order by t.created_at limit %(batch)s for update of t skip locked
"""
