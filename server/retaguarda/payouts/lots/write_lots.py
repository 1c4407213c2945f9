"""Read and write lots: which worker has one, what the bank was asked, and what it answered."""

from datetime import date, datetime, time, timedelta

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present, struct_of
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.book_file_return import REFERENCE
from retaguarda.payout_engine.decide_sending import next_working_day
from retaguarda.payout_engine.payout_orders import bank_order
from retaguarda.payout_engine.transitions import BANK
from retaguarda.payouts.lots.rows import LineRow, LotRow
from retaguarda.providers.payout import Lot, LotLine, LotStatus, PayoutUnknown

#: Seconds for which whoever calls the bank about a lot has it to itself.
ANSWER_SECONDS = 120
#: Longest distance between two calls about a lot, in seconds.
LONGEST_SECONDS = 600


class LotTaken(Exception):
    """Another worker has this lot by now; it goes on there."""


class _TedHours(msgspec.Struct):
    cut_off: time | None
    ted_cut_off: time


class _GivenLine(msgspec.Struct):
    """An order as its line tells it; ``amount`` in minor units."""

    provider_id: str
    end_to_end_id: str | None
    amount: int
    order_number: int
    description: str | None


async def take_lot(database: Database, processor: str) -> LotRow | None:
    """Take the lot that has been due longest, under a lease that ends by itself if the worker dies."""
    async with database.transaction(SYSTEM) as tx:
        return await fetch_one(tx, LotRow, _TAKE, {"processor": processor, "answer": ANSWER_SECONDS})


async def mark(database: Database, lot: LotRow, columns: str, **values: object) -> None:
    """Commit what is about to be done, where nobody else has taken the lot since.

    Raises:
        LotTaken.
    """
    key = {"id": lot.id, "until": lot.asking_until}
    async with database.transaction(SYSTEM) as tx:
        changed = await tx.execute(
            f"update payout_lot set {columns} where id = %(id)s and asking_until = %(until)s and ended_at is null",
            values | key,
        )
    if changed == 0:
        raise LotTaken


async def rest(database: Database, lot: LotRow, error: str | None, wait: float, *, soon: bool = False) -> None:
    """Let go of a lot: it is due again after its distance, or at once where there is more to read."""
    values = {
        "id": lot.id,
        "until": lot.asking_until,
        "error": error and error[:500],
        "wait": min(wait, LONGEST_SECONDS),
        "longest": 1 if soon else LONGEST_SECONDS,
    }
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(_REST, values)


async def given_lot(database: Database, lot: LotRow) -> Lot:
    """Return the lot as the bank gets it, for today: on a day that is over it would pay nothing. A TED is for the next day on which the bank
    still pays it."""
    async with database.transaction(SYSTEM) as tx:
        rows = await tx.all(_GIVEN, {"lot": lot.id})
        day = lot.day if lot.state != "collected" else await _day_of(tx, lot)
    return Lot(lot.request_number, day, [_given_line(row) for row in rows], lot.method)


async def _day_of(tx: Tx, lot: LotRow) -> date:
    if lot.method != "ted":
        return today(BRASILIA)
    hours = present(await fetch_one(tx, _TedHours, _HOURS, {"id": lot.processor_id}))
    at = (await send_by_processor.moment(tx)).astimezone(BRASILIA)
    shut = at.time() >= (hours.ted_cut_off if hours.cut_off is None else min(hours.cut_off, hours.ted_cut_off))
    return next_working_day(at.date() + timedelta(days=shut))


async def store_taken(database: Database, lot: LotRow, status: LotStatus) -> list[LineRow]:
    """Store that the bank has a lot, with its numbers of the lines, and return these as they were.

    Raises:
        PayoutUnknown: it named another number for a line before.
    """
    async with database.transaction(SYSTEM) as tx:
        row = await lock_lot(tx, lot)
        lines = await lines_of(tx, lot)
        if any(line.bank_ref not in (None, taken.bank_ref) for line, taken in zip(lines, status.lines, strict=True)):
            raise PayoutUnknown("the bank gives lines of this lot other numbers than before")
        refs = {"numbers": [line.number for line in lines], "refs": [taken.bank_ref or None for taken in status.lines]}
        await tx.execute(_STORE_REFS, refs | {"lot": lot.id})
        if row.state == "collected":
            columns = "submitted_at = clock_timestamp(), bank_state = %(code)s"
            await move_lot(tx, row, "submitted", columns, code=status.code)
        else:
            values = {"id": lot.id, "code": status.code}
            await tx.execute("update payout_lot set bank_state = %(code)s where id = %(id)s", values)
    return lines


async def store_released(database: Database, lot: LotRow) -> None:
    async with database.transaction(SYSTEM) as tx:
        row = await lock_lot(tx, lot)
        if row.state == "submitted":
            await move_lot(tx, row, "released", _RELEASED)


async def lines_to_read(database: Database, lot: LotRow, most: int) -> list[LineRow]:
    """Return lines that wait, the longest unasked first."""
    async with database.transaction(SYSTEM) as tx:
        return await fetch_all(tx, LineRow, _TO_READ, {"lot": lot.id, "most": most})


async def note_line(database: Database, line: LineRow, word: str | None) -> None:
    """Store that the bank was asked about a line, and its answer, if any."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(_NOTE, {"lot": line.lot_id, "number": line.number, "word": word and word[:40]})


async def fresh(database: Database, lot: LotRow) -> LotRow:
    async with database.transaction(SYSTEM) as tx:
        return present(await fetch_one(tx, LotRow, "select * from payout_lot where id = %(id)s", {"id": lot.id}))


async def lock_lot(tx: Tx, lot: LotRow) -> LotRow:
    return present(await fetch_one(tx, LotRow, "select * from payout_lot where id = %(id)s for update", {"id": lot.id}))


async def lines_of(tx: Tx, lot: LotRow) -> list[LineRow]:
    return await fetch_all(
        tx, LineRow, "select * from payout_lot_line where lot_id = %(id)s order by number", {"id": lot.id}
    )


async def move_lot(tx: Tx, lot: LotRow, to: str, columns: str, **values: object) -> None:
    """Set the state of a lot that the caller has locked, with its event."""
    await tx.execute(
        f"update payout_lot set state = %(to)s, asked = 0, {columns} where id = %(id)s",
        values | {"id": lot.id, "to": to},
    )
    await record(
        tx,
        f"payouts:lot:{to}",
        company=PROVIDER,
        subject=str(lot.id),
        actor=BANK,
        data={"from": lot.state, "to": to, "request_number": lot.request_number, "lines": lot.lines},
    )


def since(moment: datetime | None, now: datetime) -> float:
    """Return the seconds since a moment; 0 if there is none."""
    return 0.0 if moment is None else (now - moment).total_seconds()


def _given_line(row: Row) -> LotLine:
    own = struct_of(_GivenLine, row)
    return LotLine(bank_order(own, row, own.description or ""), own.order_number, f"{REFERENCE}{own.order_number:012}")


_TAKE = """
    update payout_lot set asking_until = clock_timestamp() + make_interval(secs => %(answer)s), asked = asked + 1
     where (company_id, id) in (select company_id, id from payout_lot where processor_id = %(processor)s and ask_at <= clock_timestamp()
                                   and (asking_until is null or asking_until <= clock_timestamp())
                                 order by ask_at, request_number limit 1 for update skip locked)
    returning *
"""
_REST = """
    update payout_lot set asking_until = null, last_error = %(error)s, ask_at = clock_timestamp()
           + make_interval(secs => greatest(%(wait)s, least(%(longest)s, power(2, least(asked, 9)))))
     where id = %(id)s and asking_until = %(until)s and ended_at is null
"""
_HOURS = "select cut_off, ted_cut_off from payout_processor where id = %(id)s"
_GIVEN = """
    select o.provider_id, o.end_to_end_id, o.amount, l.order_number, t.kind, t.pix_key, t.barcode, t.ispb, t.branch, t.number, t.account_type,
           t.holder_name, t.holder_document, t.description, t.compe, t.ted_purpose
      from payout_lot_line l join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id
      join payout t on t.company_id = o.company_id and t.id = o.payout_id
     where l.lot_id = %(lot)s order by l.number
"""
_STORE_REFS = """
    update payout_lot_line l set bank_ref = coalesce(l.bank_ref, r.ref)
      from unnest(%(numbers)s::int[], %(refs)s::text[]) r (number, ref) where l.lot_id = %(lot)s and l.number = r.number
"""
#: A person may have released it at the bank: then we never asked.
_RELEASED = "released_at = clock_timestamp(), release_asked_at = coalesce(release_asked_at, clock_timestamp()), releases = greatest(releases, 1)"
_TO_READ = "select * from payout_lot_line where lot_id = %(lot)s and outcome = 'waiting' order by read_at nulls first, number limit %(most)s"
_NOTE = (
    "update payout_lot_line set read_at = clock_timestamp(), bank_state = coalesce(%(word)s, bank_state)"
    " where lot_id = %(lot)s and number = %(number)s"
)
