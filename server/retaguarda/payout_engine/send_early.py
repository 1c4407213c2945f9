"""Send a payment that waits before its time, or plan it for another day."""

from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
import psycopg

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.local_day import today
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.limits import limit_refusal
from retaguarda.payout_engine.plan_ted import WINDOW, load_ted_plan
from retaguarda.payout_engine.postings import hold_payout
from retaguarda.payout_engine.request_payout import check_again, refuse_another_day, waits_behind
from retaguarda.payout_engine.route_payout import route_payout
from retaguarda.payout_engine.send_by_processor import load_processors
from retaguarda.payout_engine.settle_internal import settles_inside
from retaguarda.payout_engine.transitions import move


class _Early(msgspec.Struct):
    """What sending early reads of a row of ``payout``."""

    company_id: int
    status: str
    origin: str
    method: str
    queued_reason: str | None
    ispb: str | None
    held: bool
    processor_id: UUID | None


async def send_early(tx: Tx, row: Row, by: Requester, duplicate_reason: str | None) -> None:
    """Check a waiting payment again and send it, or put it on hold if a rule or its destination demands that. A payment that only
    waits for a processor is left as it is, and the caller learns whether there is one now.

    Args:
        row: of ``payout``, created, queued or pending, locked by the caller.

    Raises:
        ApiError: what asking for it now would raise; 409 ``queue_in_order`` behind others, ``window_shut`` where no processor takes
            orders now.
    """
    early = struct_of(_Early, row)
    if early.status == "pending" or early.queued_reason == WINDOW:
        await _refuse_shut(tx, row, early, early.processor_id)
        if early.status == "queued":
            await move(tx, row, "pending", actor=by.name, person=by.person, queued_reason=None, opens_at=None)
        return
    if early.status == "queued" and await waits_behind(tx, row):
        raise ApiError(409, "queue_in_order", "payments that wait for money leave in their order: others come first")
    more = await check_again(tx, row, duplicate_reason)
    processor = more.processor_id or early.processor_id
    await _refuse_shut(tx, row, early, processor)
    # Where it counts comes before the accounts of the ledger (docs/decisions/order-of-locks.md).
    if early.origin == "payout":
        await move_day(tx, row, await _today(tx, early.company_id))
    if not early.held:
        await hold_payout(tx, row)
    to = "on_hold" if more.hold_reason else "pending"
    columns = {"hold_reason": more.hold_reason, "hold_until": more.hold_until, "processor_id": processor}
    await move(tx, row, to, actor=by.name, person=by.person, queued_reason=None, held=True, **columns)


async def plan_again(tx: Tx, row: Row, day: date) -> None:
    """Plan a payment for another day after today, with the checks of a new request.

    Raises:
        ApiError: 400 ``scheduled_for``, or ``amount`` above what is left of that day.
    """
    await refuse_another_day(tx, row, day)
    await move_day(tx, row, day)


async def move_day(tx: Tx, row: Row, day: date) -> None:
    """Set the day of a payment that waits; from then on it counts there (payout_engine/sql/limits.sql).

    Raises:
        ApiError: 400 ``amount`` above a limit.
    """
    try:
        await tx.execute(
            "update payout set scheduled_for = %(day)s where company_id = %(company_id)s and id = %(id)s",
            row | {"day": day},
        )
    except psycopg.DatabaseError as error:
        raise limit_refusal(error) from error


async def _refuse_shut(tx: Tx, row: Row, early: _Early, wanted: UUID | None) -> None:
    if await settles_inside(tx, row):
        return
    method = early.method
    if method == "ted" and early.ispb is not None:
        way = (await load_ted_plan(tx, early.company_id, early.ispb, wanted)).way
        if way in ("window", "closed"):
            raise ApiError(409, "window_shut", "no processor takes a TED now")
        # After its hours it may leave as a Pix.
        method = "pix" if way == "as_pix" else method
    routed = await route_payout(tx, row | {"method": method, "processor_id": wanted}, await load_processors(tx))
    if routed.processor is None:
        raise ApiError(409, "window_shut", f"no processor takes payments by {method} now")


async def _today(tx: Tx, company: int) -> date:
    return today(ZoneInfo(await tx.value("select time_zone from company where id = %(company)s", {"company": company})))
