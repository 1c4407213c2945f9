"""Say when a TED leaves: on business days until the cut-off of a processor that pays by TED, else on the next of these days.

Whoever asks for a payment is told the same as the worker finds before it gives the order.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple, get_args
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.typed_rows import fetch_one, present, struct_of
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.decide_sending import PayingProcessor, choose_processor, opens_after
from retaguarda.payout_engine.transitions import CLOCK, move

#: What a TED may be for: the numbers of FEBRABAN (P011) that make sense in a payment by a merchant. The web has their texts.
TedPurpose = Literal["00001", "00002", "00003", "00004", "00005", "00006", "00007", "00008", "00010", "00101"]
TED_PURPOSES: tuple[TedPurpose, ...] = get_args(TedPurpose)
#: Credit in account, which fits where nobody says more.
CREDIT: TedPurpose = "00010"
#: Why a payment waits: banks take no TED at this hour.
WINDOW = "window"

#: now: a processor takes it. as_pix: none does at this hour, and it may go as a Pix. window: it waits for the next business day. closed: no
#: processor pays by TED at all.
Way = Literal["now", "as_pix", "window", "closed"]


class TedPlan(NamedTuple):
    """``leave_by``: until when it leaves on the day on which it can; ``opens_at``: when that begins, for one that has to wait."""

    way: Way
    leave_by: datetime | None = None
    opens_at: datetime | None = None


class _Asked(msgspec.Struct):
    """What decides how a payment requested as a TED leaves."""

    company_id: int
    method: str
    ispb: str | None
    processor_id: UUID | None


class _Rail(msgspec.Struct):
    may_be_pix: bool
    bank_in_pix: bool


def plan_ted(processors: Sequence[PayingProcessor], wanted: UUID | None, at: datetime, *, may_be_pix: bool) -> TedPlan:
    """Decide without reading: who pays by TED at a moment, and until when that is so.

    Args:
        wanted: the processor that a rule chose.
        may_be_pix: the merchant allows it, and the destination's bank takes part in Pix.
    """
    offering = [each for each in processors if each.enabled and "ted" in each.methods]
    if (taker := choose_processor(processors, "ted", wanted, at)) is not None:
        return TedPlan("now", taker.shuts_on(at, "ted"))
    if not offering:
        return TedPlan("closed")
    if may_be_pix and choose_processor(processors, "pix", wanted, at) is not None:
        return TedPlan("as_pix")
    opens = opens_after(at)
    return TedPlan("window", max(each.shuts_on(opens, "ted") for each in offering), opens)


async def load_ted_plan(tx: Tx, company: int, ispb: str, wanted: UUID | None = None) -> TedPlan:
    """Plan how a merchant's TED to a bank account would leave if it were requested now."""
    rail = present(await fetch_one(tx, _Rail, _RAIL, {"company": company, "ispb": ispb}))
    processors = await send_by_processor.load_processors(tx)
    return plan_ted(
        processors, wanted, await send_by_processor.moment(tx), may_be_pix=rail.may_be_pix and rail.bank_in_pix
    )


async def open_ted(tx: Tx, row: Row) -> Row | None:
    """Return a payment as it may be ordered now; a TED as it is, or as a Pix where its hours are over and the merchant allows that. None: it waits
    for the next business day, and nothing is ordered.

    Args:
        row: of ``payout``, pending, locked by the caller.
    """
    asked = struct_of(_Asked, row)
    if asked.method != "ted" or asked.ispb is None:
        return row
    plan = await load_ted_plan(tx, asked.company_id, asked.ispb, asked.processor_id)
    if plan.way == "as_pix":
        await move(tx, row, "pending", actor=CLOCK, event="ted_as_pix", method="pix")
        return row | {"method": "pix"}
    if plan.way == "window":
        await move(tx, row, "queued", actor=CLOCK, queued_reason=WINDOW, opens_at=plan.opens_at)
        return None
    return row


async def open_windows(tx: Tx, company: int, most: int) -> None:
    """Let the payments of a merchant go that waited for the banks' hours."""
    values = {"company": company, "now": await send_by_processor.moment(tx), "most": most}
    for row in await tx.all(_OPEN, values):
        await move(tx, row, "pending", actor=CLOCK, queued_reason=None, opens_at=None)


_RAIL = """
    select payout_ted_may_be_pix(%(company)s) as may_be_pix,
           bank_in_pix(%(ispb)s) as bank_in_pix
"""
_OPEN = """
    select * from payout where company_id = %(company)s and status = 'queued' and queued_reason = 'window' and opens_at <= %(now)s
     order by created_at, id limit %(most)s for update
"""
