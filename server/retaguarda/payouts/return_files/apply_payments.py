"""Applies the lines of a payment return in batches: an order ends, its payout follows, and its remittance is answered."""

from datetime import date, datetime, time
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.book_file_return import book_case_by_file, book_return_by_file
from retaguarda.payout_engine.settle_payout import end_by_file
from retaguarda.payouts.remittances.transitions import answer_remittances, mark_line
from retaguarda.payouts.return_files.model import CHANGING
from retaguarda.payouts.return_files.write_findings import still_proven
from retaguarda.providers.payout import Outcome

#: Lines in one transaction.
BATCH = 200
#: Why a line opens a case: the bank refused what evidence had said it paid.
REFUSED_AFTER_EVIDENCE = "refused_after_evidence"


class _Moved(msgspec.Struct):
    """What a line says the bank moved; ``amount`` in minor units."""

    merchant_id: int
    order_id: UUID
    amount: int
    paid_on: date | None
    bank_ref: str
    codes: str
    code: str | None
    why: str | None


_NEXT = """
    select *, coalesce(settled_on, paid_on) as ended_on from payment_line
     where company_id = %(company_id)s and file_id = %(id)s and done_at is null and effect = any(%(changing)s)
     order by merchant_id, payout_id limit %(batch)s for update
"""


async def apply_batch(tx: Tx, file: Row) -> bool:
    """Apply the next lines of a file, merchant by merchant; return True when more may be left."""
    lines = await tx.all(_NEXT, file | {"changing": list(CHANGING), "batch": BATCH})
    for line in lines:
        await _apply(tx, file, line)
    return len(lines) == BATCH


async def _apply(tx: Tx, file: Row, line: Row) -> None:
    effect = line["effect"]
    if not await still_proven(tx, line["witness_id"]):
        await _leave(tx, line, "witness_gone")
        return
    if effect == "case":
        await _open_case(tx, file, struct_of(_Moved, line))
        await _mark_done(tx, line)
        return
    if effect == "returned":
        back = struct_of(_Moved, line)
        at = back.paid_on and noon(back.paid_on)
        if await book_return_by_file(tx, back.merchant_id, back.order_id, back.amount, at, back.code or ""):
            await _mark_done(tx, line)
            return
    if effect == "done":
        outcome = Outcome("done", at=noon(line["ended_on"]), by_file=True)
    else:
        said = f"{file['bank']}: {line['codes']}"
        outcome = Outcome("refused", code=f"{file['bank']}-{line['code']}"[:10], reason=said, by_file=True)
    changed = await end_by_file(tx, line["merchant_id"], line["order_id"], outcome, again=effect == "released")
    if not changed:
        # Another word came first; what this line says besides is nothing new, or for a person.
        await _leave(tx, line, "ended_meanwhile")
        return
    await mark_line(tx, line, "done" if effect == "done" else "released" if effect == "released" else "failed")
    await _mark_done(tx, line)


async def _open_case(tx: Tx, file: Row, line: _Moved) -> None:
    """Open the case of a line that says the bank paid against its own word, or refused against evidence; one that is open already stays
    as it is."""
    await book_case_by_file(
        tx,
        line.merchant_id,
        line.order_id,
        refused=line.why == REFUSED_AFTER_EVIDENCE,
        bank_ref=line.bank_ref,
        evidence=f"{file['name']}: {line.codes} {line.bank_ref}",
        at=line.paid_on and noon(line.paid_on),
    )


async def _leave(tx: Tx, line: Row, why: str) -> None:
    """Leave a line to a person: what it would have done does not hold any more."""
    await tx.execute(
        "update payment_line set effect = 'contradiction', why = %(why)s, repair = null, witness_id = null, settled_on = null"
        " where company_id = %(company_id)s and file_id = %(file_id)s and number = %(number)s",
        line | {"why": why},
    )


async def _mark_done(tx: Tx, line: Row) -> None:
    await tx.execute(
        "update payment_line set done_at = clock_timestamp() where company_id = %(company_id)s and file_id = %(file_id)s"
        " and number = %(number)s",
        line,
    )


async def finish(tx: Tx, file: Row) -> None:
    """Move the remittances that the file answers."""
    rows = await tx.all(
        "select distinct remittance_id from payment_line where company_id = %(company_id)s and file_id = %(id)s"
        " and remittance_id is not null and effect not in ('contradiction', 'unknown') order by 1",
        file,
    )
    for row in rows:
        await answer_remittances(tx, row["remittance_id"])


def noon(day: date) -> datetime:
    """Return noon of a day in Brasília: banks give days, not times."""
    return datetime.combine(day, time(12), BRASILIA)
