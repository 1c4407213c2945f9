"""Bring the orders of a processor to its bank in lots: collect, submit, release once, read each line until it has ended.

What we are about to do is written before each call. A call whose answer is lost is followed by a question, never by itself again:
the bank takes each request number once, but releases a lot as often as it is told to.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER
from retaguarda.payout_engine.book_file_return import REFERENCE
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payout_engine.payout_orders import bank_order
from retaguarda.payout_engine.reason_codes import MOST_ATTEMPTS, worth_another
from retaguarda.payout_engine.settle_payout import end_by_file
from retaguarda.payout_engine.transitions import BANK
from retaguarda.payouts.lots.queue_lots import WAITING, queue_lots
from retaguarda.payouts.lots.rows import LineRow, LotRow
from retaguarda.providers.payout import (
    BatchSender,
    Lot,
    LotLine,
    LotStatus,
    LotUnheard,
    Outcome,
    PayoutBusy,
    PayoutRefused,
    PayoutUnknown,
    TakenLine,
)

log = logging.getLogger("retaguarda.jobs")

#: Seconds for which whoever calls the bank about a lot has it to itself.
ANSWER_SECONDS = 120
#: For how long a bank that was told to release a lot may say that it is not released before it is told again; and for how long a lot
#: whose submission got no answer may still arrive.
SETTLE = timedelta(seconds=60)
#: Longest distance between two calls about a lot, in seconds.
LONGEST_SECONDS = 600
#: Lots of one run, lines read in one run of a lot, and lines read at once.
MOST_LOTS, MOST_READ, AT_ONCE = 20, 50, 5


class LotTaken(Exception):
    """Another worker has this lot by now; it goes on there."""


class LotConnections(Protocol):
    async def batch(self, processor: UUID) -> tuple[BatchSender, int]:
        """Return what speaks to a bank about lots, and how many lines one has at most.

        Raises:
            TryAgain: it may not be called now.
        """
        ...


class _Waiting(msgspec.Struct):
    company_id: int
    id: UUID
    payout_id: UUID
    number: int
    amount: int


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
        while await self._collect(processor, most) == most:
            pass
        for _ in range(MOST_LOTS):
            lot = await self._take(processor)
            if lot is None:
                break
            await self._step(sender, lot)
        await self.start()

    async def start(self) -> None:
        """Queue the job of each processor that has work and no job."""
        async with self.database.transaction(SYSTEM) as tx:
            await queue_lots(tx, self.queue)

    async def _collect(self, processor: str, most: int) -> int:
        """Write the next lot down, and return its lines."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from payout_processor where id = %(id)s for update", {"id": processor})
            waiting = await tx.all(_WAITING, {"processor": processor, "most": most})
            if row is None or not waiting:
                return 0
            number = row["last_sequence"] + 1
            await tx.execute(
                "select payout_processor_sequence(%(id)s, %(number)s)", {"id": row["id"], "number": number}
            )
            orders = [msgspec.convert(dict(each), _Waiting) for each in waiting]
            lot = {
                "id": uuid7(),
                "processor": row["id"],
                "number": number,
                "day": today(BRASILIA),
                "lines": len(orders),
                "amount": sum(order.amount for order in orders),
                "currency": BRL,
            }
            await tx.execute(_INSERT, lot)
            await tx.execute(
                _INSERT_LINES,
                lot
                | {
                    "merchants": [order.company_id for order in orders],
                    "payouts": [order.payout_id for order in orders],
                    "orders": [order.id for order in orders],
                    "documents": [order.number for order in orders],
                    "amounts": [order.amount for order in orders],
                },
            )
        return len(orders)

    async def _take(self, processor: str) -> LotRow | None:
        """Take the lot that is due longest; whoever is killed now has it until its time is over."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_TAKE, {"processor": processor, "answer": ANSWER_SECONDS})
        return None if row is None else LotRow.of(row)

    async def _step(self, sender: BatchSender, lot: LotRow) -> None:
        try:
            soon = await self._advance(sender, lot)
        except LotTaken:
            return
        except PayoutUnknown as error:
            await self._rest(lot, str(error), error.retry_after or 0.0)
        except Exception:
            # One lot that goes wrong does not hold up the others; it is due again once its time is over.
            log.exception("lot %s was not brought on", lot.id)
        else:
            await self._rest(lot, None, 0.0, soon=soon)

    async def _advance(self, sender: BatchSender, lot: LotRow) -> bool:
        """Bring a lot on as far as it goes now. True: there is more to read at once.

        Raises:
            PayoutUnknown: the bank does not say what it did.
            LotTaken.
        """
        if lot.refusal is not None:
            await self._end_refused(lot)
            return False
        if lot.state in ("collected", "submitted"):
            given = await self._given(lot)
            if lot.state == "collected":
                status = await self._submit(sender, lot, given)
            else:
                status = await _known(sender, given)
            if status is None:
                return False
            lot = await self._store_taken(lot, status)
            if status.stage == "refused":
                await self._refuse(lot, "the bank takes no line of this lot")
                return False
            if status.stage == "held" and not await self._release(sender, lot):
                return False
            lot = await self._store_released(lot, status)
        return await self._read(sender, lot)

    async def _submit(self, sender: BatchSender, lot: LotRow, given: Lot) -> LotStatus | None:
        """Give the bank a lot that it does not have; None: it refuses the request, and has nothing of it."""
        again = lot.submit_asked_at is not None
        if again:
            try:
                return await sender.state(given)
            except LotUnheard:
                pass
        await self._mark(
            lot, "submit_asked_at = coalesce(submit_asked_at, clock_timestamp()), day = %(day)s", day=given.day
        )
        try:
            return await sender.submit(given)
        except PayoutRefused as error:
            try:
                # It may refuse the repetition of what it has.
                return await sender.state(given)
            except LotUnheard:
                pass
            if again and datetime.now(UTC) - (lot.submit_asked_at or datetime.now(UTC)) < SETTLE:
                raise PayoutUnknown(f"an earlier submission may still arrive: {error}") from error
            await self._refuse(lot, f"the bank refuses the request: {error}")
            return None

    async def _store_taken(self, lot: LotRow, status: LotStatus) -> LotRow:
        """Store the bank's numbers of the lines, and end those that it does not take.

        Raises:
            PayoutUnknown: it named another number for a line before.
        """
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_LOCK, {"id": lot.id})
            assert row is not None
            lines = await _lines(tx, lot)
            if any(
                line.bank_ref not in (None, taken.bank_ref) for line, taken in zip(lines, status.lines, strict=True)
            ):
                raise PayoutUnknown("the bank gives lines of this lot other numbers than before")
            await tx.execute(
                _STORE_REFS,
                {
                    "lot": lot.id,
                    "numbers": [line.number for line in lines],
                    "refs": [taken.bank_ref or None for taken in status.lines],
                },
            )
            if row["state"] == "collected":
                await _move(
                    tx, row, "submitted", "submitted_at = clock_timestamp(), bank_state = %(code)s", code=status.code
                )
            else:
                await tx.execute(
                    "update payout_lot set bank_state = %(code)s where id = %(id)s", {"id": lot.id, "code": status.code}
                )
        for line, taken in zip(lines, status.lines, strict=True):
            if taken.refused is not None and line.outcome == "waiting":
                await self._end(line, taken.refused, "inconsistente")
        return await self._fresh(lot)

    async def _release(self, sender: BatchSender, lot: LotRow) -> bool:
        """Tell the bank once to pay a lot that waits for it. Told before, it is asked for a while before it is told again."""
        if lot.release_asked_at is not None:
            now = datetime.now(UTC)
            if lot.held_since is None or now - lot.held_since < SETTLE:
                await self._mark(lot, "held_since = coalesce(held_since, clock_timestamp())")
                return False
        await self._mark(lot, "release_asked_at = clock_timestamp(), releases = releases + 1, held_since = null")
        await sender.release(lot.request_number)
        return True

    async def _store_released(self, lot: LotRow, status: LotStatus) -> LotRow:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_LOCK, {"id": lot.id})
            assert row is not None
            if row["state"] == "submitted":
                # A person may have released it at the bank: then we never asked.
                columns = (
                    "released_at = clock_timestamp(), release_asked_at = coalesce(release_asked_at, clock_timestamp()),"
                    " releases = greatest(releases, 1)"
                )
                await _move(tx, row, "released", columns)
        return await self._fresh(lot)

    async def _read(self, sender: BatchSender, lot: LotRow) -> bool:
        """Ask about lines that wait, the longest unasked first. True: others wait still that were not asked about."""
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(_TO_READ, {"lot": lot.id, "most": MOST_READ + 1})
        lines = [LineRow.of(row) for row in rows]
        unknown: PayoutUnknown | None = None
        for begin in range(0, min(len(lines), MOST_READ), AT_ONCE):
            part = lines[begin : min(begin + AT_ONCE, MOST_READ)]
            errors = await asyncio.gather(*(self._read_line(sender, lot, line) for line in part))
            unknown = next((error for error in errors if error), unknown)
            if isinstance(unknown, PayoutBusy):
                break
        await self._close(lot)
        if unknown is not None:
            raise unknown
        return len(lines) > MOST_READ

    async def _read_line(self, sender: BatchSender, lot: LotRow, line: LineRow) -> PayoutUnknown | None:
        if line.bank_ref is None:
            return PayoutUnknown("the bank has no number of a line that it took")
        try:
            said = await sender.line(lot.request_number, TakenLine(line.document, line.amount, line.bank_ref))
        except PayoutUnknown as error:
            await self._note(line, None)
            return error
        if said.outcome.state == "processing":
            await self._note(line, said.word)
        else:
            await self._end(line, said.outcome, said.word)
        return None

    async def _end(self, line: LineRow, outcome: Outcome, word: str, *, again: bool = False) -> None:
        """End the order of a line and its payout with it; safe to repeat."""
        key = {"company": line.merchant_id, "order": line.order_id}
        async with self.database.transaction(SYSTEM) as tx:
            ended = await end_by_file(tx, line.merchant_id, line.order_id, outcome, again=again)
            row = await tx.one("select * from payout_order where company_id = %(company)s and id = %(order)s", key)
            assert row is not None
            values = {"lot": line.lot_id, "number": line.number, "state": row["state"], "word": word[:40]}
            await tx.execute(_END_LINE, values)
            if ended and outcome.state == "refused" and not again and worth_another(outcome.code, row["attempt"]):
                next_one = {"company": line.merchant_id, "payout": str(row["payout_id"])}
                await self.queue.defer(tx, SEND, [next_one])

    async def _refuse(self, lot: LotRow, why: str) -> None:
        """Write down that the bank takes nothing of a lot, and only then end its orders: it is never submitted again."""
        await self._mark(lot, "refusal = %(why)s", why=why[:500])
        await self._end_refused(lot)

    async def _end_refused(self, lot: LotRow) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_LOCK, {"id": lot.id})
            assert row is not None
            lines = [line for line in await _lines(tx, lot) if line.outcome == "waiting"]
            attempts = {
                each["id"]: each["attempt"]
                for each in await tx.all(_ATTEMPTS, {"orders": [line.order_id for line in lines]})
            }
        for line in lines:
            # The request was wrong, not the payment: it may go in another lot, and not for ever.
            again = attempts[line.order_id] < MOST_ATTEMPTS
            await self._end(line, Outcome("refused", reason=row["refusal"] or ""), "rejeitado", again=again)
        await self._close(lot, "refused")

    async def _close(self, lot: LotRow, to: str = "closed") -> None:
        """End a lot none of whose lines waits."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_LOCK, {"id": lot.id})
            assert row is not None
            if row["ended_at"] is None and not await tx.value(_IS_WAITING, {"lot": lot.id}):
                await _move(
                    tx, row, to, "ended_at = clock_timestamp(), ask_at = null, asking_until = null, last_error = null"
                )

    async def _note(self, line: LineRow, word: str | None) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(_NOTE, {"lot": line.lot_id, "number": line.number, "word": word})

    async def _mark(self, lot: LotRow, columns: str, **values: object) -> None:
        """Commit what is about to be done, where nobody else has taken the lot since.

        Raises:
            LotTaken.
        """
        async with self.database.transaction(SYSTEM) as tx:
            key = {"id": lot.id, "until": lot.asking_until}
            changed = await tx.execute(
                f"update payout_lot set {columns} where id = %(id)s and asking_until = %(until)s and ended_at is null",
                values | key,
            )
        if changed == 0:
            raise LotTaken

    async def _rest(self, lot: LotRow, error: str | None, wait: float, *, soon: bool = False) -> None:
        """Let go of a lot: it is due again after its distance, or at once where there is more to read."""
        values = {
            "id": lot.id,
            "until": lot.asking_until,
            "error": error and error[:500],
            "wait": min(wait, LONGEST_SECONDS),
            "longest": 1 if soon else LONGEST_SECONDS,
        }
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(_REST, values)

    async def _given(self, lot: LotRow) -> Lot:
        """Return the lot as the bank gets it, for today: on a day that is over it would pay nothing."""
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(_GIVEN, {"lot": lot.id})
        day = today(BRASILIA) if lot.state == "collected" else lot.day
        return Lot(lot.request_number, day, [_given_line(row) for row in rows])

    async def _fresh(self, lot: LotRow) -> LotRow:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from payout_lot where id = %(id)s", {"id": lot.id})
        assert row is not None
        return LotRow.of(row)


async def _known(sender: BatchSender, given: Lot) -> LotStatus:
    try:
        return await sender.state(given)
    except LotUnheard as error:
        raise PayoutUnknown("the bank has forgotten a lot that it had") from error


async def _lines(tx: Tx, lot: LotRow) -> Sequence[LineRow]:
    rows = await tx.all("select * from payout_lot_line where lot_id = %(id)s order by number", {"id": lot.id})
    return [LineRow.of(row) for row in rows]


async def _move(tx: Tx, row: Row, to: str, columns: str, **values: object) -> None:
    """Set the state of a lot that the caller has locked, with its event."""
    await tx.execute(
        f"update payout_lot set state = %(to)s, asked = 0, {columns} where id = %(id)s",
        values | {"id": row["id"], "to": to},
    )
    await record(
        tx,
        f"payouts:lot:{to}",
        company=PROVIDER,
        subject=str(row["id"]),
        actor=BANK,
        data={"from": row["state"], "to": to, "request_number": row["request_number"], "lines": row["lines"]},
    )


def _given_line(row: Row) -> LotLine:
    order = bank_order(row, row, row["description"] or "")
    return LotLine(order, row["document"], f"{REFERENCE}{row['document']:012}")


_WAITING = (
    f"select o.company_id, o.id, o.payout_id, o.number, o.amount {WAITING} and o.processor_id = %(processor)s"
    " order by o.created_at, o.id limit %(most)s for update of o skip locked"
)
_INSERT = """
    insert into payout_lot (id, processor_id, request_number, day, lines, currency, amount, ask_at)
    values (%(id)s, %(processor)s, %(number)s, %(day)s, %(lines)s, %(currency)s, %(amount)s, clock_timestamp())
"""
_INSERT_LINES = """
    insert into payout_lot_line (lot_id, number, merchant_id, payout_id, order_id, document, currency, amount)
    select %(id)s, l.number, l.merchant, l.payout, l.order_id, l.document, %(currency)s, l.amount
      from unnest(%(merchants)s::int[], %(payouts)s::uuid[], %(orders)s::uuid[], %(documents)s::bigint[], %(amounts)s::bigint[])
           with ordinality l (merchant, payout, order_id, document, amount, number)
"""
_TAKE = """
    update payout_lot set asking_until = clock_timestamp() + make_interval(secs => %(answer)s), asked = asked + 1
     where (company_id, id) in (select company_id, id from payout_lot where processor_id = %(processor)s and ask_at <= clock_timestamp()
                                   and (asking_until is null or asking_until <= clock_timestamp())
                                 order by ask_at, request_number limit 1 for update skip locked)
    returning *
"""
_LOCK = "select * from payout_lot where id = %(id)s for update"
_STORE_REFS = """
    update payout_lot_line l set bank_ref = coalesce(l.bank_ref, r.ref)
      from unnest(%(numbers)s::int[], %(refs)s::text[]) r (number, ref) where l.lot_id = %(lot)s and l.number = r.number
"""
_TO_READ = "select * from payout_lot_line where lot_id = %(lot)s and outcome = 'waiting' order by read_at nulls first, number limit %(most)s"
_IS_WAITING = "select exists (select from payout_lot_line where lot_id = %(lot)s and outcome = 'waiting')"
_NOTE = (
    "update payout_lot_line set read_at = clock_timestamp(), bank_state = coalesce(%(word)s, bank_state)"
    " where lot_id = %(lot)s and number = %(number)s"
)
#: As its order ended, which somebody else may have ended meanwhile.
_END_LINE = """
    update payout_lot_line set read_at = clock_timestamp(), bank_state = %(word)s, outcome = %(state)s
     where lot_id = %(lot)s and number = %(number)s and outcome = 'waiting' and %(state)s in ('done', 'refused')
"""
_ATTEMPTS = "select id, attempt from payout_order where id = any(%(orders)s)"
_REST = """
    update payout_lot set asking_until = null, last_error = %(error)s, ask_at = clock_timestamp()
           + make_interval(secs => greatest(%(wait)s, least(%(longest)s, power(2, least(asked, 9)))))
     where id = %(id)s and asking_until = %(until)s and ended_at is null
"""
_GIVEN = """
    select o.provider_id, o.end_to_end_id, o.amount, l.document, t.kind, t.pix_key, t.barcode, t.ispb, t.branch, t.number, t.account_type,
           t.holder_name, t.holder_document, t.description
      from payout_lot_line l join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id
      join payout t on t.company_id = o.company_id and t.id = o.payout_id
     where l.lot_id = %(lot)s order by l.number
"""
