"""Bring the orders of a processor to its bank in lots: collect, submit, release once, read each line until it has ended.

What we are about to do is written before each call. A call whose answer is lost is followed by a question, never by itself again:
the bank takes each request number once, but releases a lot as often as it is told to.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.jobs import Queue
from retaguarda.payouts.lots.create_lots import create_lot
from retaguarda.payouts.lots.rows import LineRow, LotRow
from retaguarda.payouts.lots.settle_lines import close_lot, settle_line, settle_refused
from retaguarda.payouts.lots.watch_lots import queue_lots
from retaguarda.payouts.lots.write_lots import (
    LotTaken,
    fresh,
    given_lot,
    lines_to_read,
    mark,
    note_line,
    rest,
    since,
    store_released,
    store_taken,
    take_lot,
)
from retaguarda.providers.payout import (
    BatchSender,
    Lot,
    LotStatus,
    LotUnheard,
    PayoutBusy,
    PayoutRefused,
    PayoutUnknown,
    TakenLine,
)

log = logging.getLogger("retaguarda.jobs")

#: For how many seconds a bank that was told to release a lot may say that it is not released before it is told again; and for how many a
#: lot whose submission got no answer may still arrive.
SETTLE_SECONDS = 60
#: Lots of one run, lines read in one run of a lot, and lines read at once.
MOST_LOTS, MOST_READ, AT_ONCE = 20, 50, 5


class LotConnections(Protocol):
    async def batch(self, processor: UUID) -> tuple[BatchSender, int]:
        """Return what speaks to a bank about lots, and how many lines one has at most.

        Raises:
            TryAgain: it may not be called now.
        """
        ...


@dataclass(frozen=True, slots=True)
class Lots:
    database: Database
    connections: LotConnections
    queue: Queue

    async def run(self, processor: str) -> None:
        """Collect what waits, bring each lot that is due one step on, and queue this job again while anything is open.

        Raises:
            TryAgain: the bank may not be called now.
        """
        sender, most = await self.connections.batch(UUID(processor))
        while await create_lot(self.database, processor, most):
            pass
        for _ in range(MOST_LOTS):
            lot = await take_lot(self.database, processor)
            if lot is None:
                break
            await self._step(sender, lot)
        await self.start()

    async def start(self) -> None:
        """Queue the job of each processor that has work and no job."""
        async with self.database.transaction(SYSTEM) as tx:
            await queue_lots(tx, self.queue)

    async def _step(self, sender: BatchSender, lot: LotRow) -> None:
        try:
            soon = await self._advance(sender, lot)
        except LotTaken:
            return
        except PayoutUnknown as error:
            await rest(self.database, lot, str(error), error.retry_after or 0.0)
        except Exception:
            # One lot that goes wrong does not hold up the others; it is due again once its time is over.
            log.exception("lot %s was not brought on", lot.id)
        else:
            await rest(self.database, lot, None, 0.0, soon=soon)

    async def _advance(self, sender: BatchSender, lot: LotRow) -> bool:
        """Bring a lot on as far as it goes now. True: there is more to read at once.

        Raises:
            PayoutUnknown: the bank does not say what it did.
            LotTaken.
        """
        if lot.refusal is not None:
            await settle_refused(self.database, self.queue, lot)
            return False
        if lot.state in ("collected", "submitted"):
            given = await given_lot(self.database, lot)
            status = await (self._submit(sender, lot, given) if lot.state == "collected" else _known(sender, given))
            if status is None:
                return False
            await self._store_taken(lot, status)
            if status.stage == "refused":
                await self._refuse(lot, "the bank takes no line of this lot")
                return False
            if status.stage == "held" and not await self._release(sender, lot):
                return False
            await store_released(self.database, lot)
        return await self._read(sender, await fresh(self.database, lot))

    async def _submit(self, sender: BatchSender, lot: LotRow, given: Lot) -> LotStatus | None:
        """Give the bank a lot that it does not have; None: it refuses the request, and has nothing of it."""
        again = lot.submit_asked_at is not None
        if again and (known := await _heard(sender, given)):
            return known
        columns = "submit_asked_at = coalesce(submit_asked_at, clock_timestamp()), day = %(day)s"
        await mark(self.database, lot, columns, day=given.day)
        try:
            return await sender.submit(given)
        except PayoutRefused as error:
            # It may refuse the repetition of what it has.
            if known := await _heard(sender, given):
                return known
            if again and since(lot.submit_asked_at, datetime.now(UTC)) < SETTLE_SECONDS:
                raise PayoutUnknown(f"an earlier submission may still arrive: {error}") from error
            await self._refuse(lot, f"the bank refuses the request: {error}")
            return None

    async def _store_taken(self, lot: LotRow, status: LotStatus) -> None:
        """Store what the bank has of a lot, and end the lines that it does not take."""
        lines = await store_taken(self.database, lot, status)
        for line, taken in zip(lines, status.lines, strict=True):
            if taken.refused is not None and line.outcome == "waiting":
                await settle_line(self.database, self.queue, line, taken.refused, "inconsistente")

    async def _release(self, sender: BatchSender, lot: LotRow) -> bool:
        """Release a lot once. After a release without an answer, ask the bank for a while before releasing again."""
        if lot.release_asked_at is not None and since(lot.held_since, datetime.now(UTC)) < SETTLE_SECONDS:
            await mark(self.database, lot, "held_since = coalesce(held_since, clock_timestamp())")
            return False
        told = "release_asked_at = clock_timestamp(), releases = releases + 1, held_since = null"
        await mark(self.database, lot, told)
        await sender.release(lot.request_number)
        return True

    async def _read(self, sender: BatchSender, lot: LotRow) -> bool:
        """Ask about waiting lines, the longest unasked first. True: more are waiting than were asked about."""
        lines = await lines_to_read(self.database, lot, MOST_READ + 1)
        unknown: PayoutUnknown | None = None
        for begin in range(0, min(len(lines), MOST_READ), AT_ONCE):
            part = lines[begin : min(begin + AT_ONCE, MOST_READ)]
            errors = await asyncio.gather(*(self._read_line(sender, lot, line) for line in part))
            unknown = next((error for error in errors if error), unknown)
            if isinstance(unknown, PayoutBusy):
                break
        await close_lot(self.database, lot)
        if unknown is not None:
            raise unknown
        return len(lines) > MOST_READ

    async def _read_line(self, sender: BatchSender, lot: LotRow, line: LineRow) -> PayoutUnknown | None:
        if line.bank_ref is None:
            return PayoutUnknown("the bank has no number of a line that it took")
        try:
            found = await sender.line(
                lot.request_number, TakenLine(line.order_number, line.amount, line.bank_ref, method=lot.method)
            )
        except PayoutUnknown as error:
            await note_line(self.database, line, None)
            return error
        if found.outcome.state == "processing":
            await note_line(self.database, line, found.word)
        else:
            await settle_line(self.database, self.queue, line, found.outcome, found.word)
        return None

    async def _refuse(self, lot: LotRow, why: str) -> None:
        """Write down that the bank takes nothing of a lot, and only then end its orders: it is never submitted again."""
        await mark(self.database, lot, "refusal = %(why)s", why=why[:500])
        await settle_refused(self.database, self.queue, lot)


async def _heard(sender: BatchSender, given: Lot) -> LotStatus | None:
    """Ask for a lot that the bank may have; None: it has never heard of it."""
    try:
        return await sender.state(given)
    except LotUnheard:
        return None


async def _known(sender: BatchSender, given: Lot) -> LotStatus:
    if (status := await _heard(sender, given)) is None:
        raise PayoutUnknown("the bank has forgotten a lot that it had")
    return status
