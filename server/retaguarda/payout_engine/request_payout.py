"""Authorise a payment: check it against the merchant's rules, insert it and hold its money, in the caller's transaction.

Single payments, lines of a batch and splits come through here; withdrawals keep their own door (account/withdrawals).
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
import psycopg

from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, FieldErrors, invalid_field
from retaguarda.foundation.local_day import midnight, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.query_params import start_of
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.ledger import InsufficientBalance
from retaguarda.payout_engine.check_day import leaves_later
from retaguarda.payout_engine.check_stops import Leaving, refuse_stopped
from retaguarda.payout_engine.create_payout import Origin, Particulars, Requester, Start, create_payout
from retaguarda.payout_engine.decide_sending import COOLING_OFF, is_overdue
from retaguarda.payout_engine.evaluate_payouts import judge_one, write_traces
from retaguarda.payout_engine.limits import refuse_beyond_limits
from retaguarda.payout_engine.lock_external_ids import external_id_used, refuse_waiting_id
from retaguarda.payout_engine.plan_ted import WINDOW, load_ted_plan
from retaguarda.payout_engine.resolve_rules import PayoutRules, fee_of, resolve_rules

#: Most days ahead for which a payment may be planned.
FURTHEST = 366


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutRequest:
    """What is to be paid, checked in form already.

    Attributes:
        destination: the columns that a payout copies: kind, ispb, compe, bank_name, branch, number, account_type,
            pix_key, pix_key_kind, barcode, due_on, holder_name, holder_document.
        amount: what arrives, minor units.
        duplicate_reason: why the same amount goes to the same destination again today; None: nobody said so.
    """

    company: int
    destination: Row
    amount: int
    requester: Requester
    particulars: Particulars
    origin: Origin = "payout"
    origin_id: UUID | None = None
    scheduled_for: date | None = None
    description: str | None = None
    duplicate_reason: str | None = None


async def request_payout(tx: Tx, request: PayoutRequest) -> Row:
    """Insert a payment and hold its money; where the merchant's rules say so, one without funds waits in the queue.

    Returns:
        The row of ``payout``: pending, created (planned for a later day), queued, or on hold (its destination cools off).

    Raises:
        ApiError: 400 naming the field; 409 ``company_blocked``, ``payment_replaced``, ``slip_paid``, ``external_id_used`` or what the payee book says; 422
            ``insufficient_balance``.
    """
    company = request.company
    await refuse_blocked(tx, company, "out")
    rules, zone = await resolve_rules(tx, company), await _zone(tx, company)
    later = _refuse_by_rules(request, rules, zone)
    _refuse_overdue(request, zone)
    day = request.scheduled_for if later else None
    await refuse_beyond_limits(tx, company, request.amount, day, request.particulars.document_hash)
    await _look_at_destination(tx, request, rules, zone)
    request = await _cool_off(tx, request, rules, zone)
    more, judged = await judge_one(
        tx,
        company,
        request.particulars,
        request.amount,
        request.destination["holder_document"],
        request.requester.person,
    )
    request = replace(request, particulars=more)
    await refuse_waiting_id(tx, company, more.external_id)
    try:
        row = await _insert(tx, request, rules, later=later)
    except psycopg.errors.UniqueViolation as error:
        raise _taken(error) from None
    await write_traces(tx, company, [(row["id"], judged)])
    return row


async def check_again(tx: Tx, row: Row, duplicate_reason: str | None) -> Particulars:
    """Check a payment that waits as if it were asked for now: its merchant, the rules of both, destination and stops.

    Limits and funds bind the statements that move it.

    Args:
        row: of ``payout``, locked by the caller.

    Returns:
        With ``hold_reason`` and ``hold_until`` where it may not leave yet, and the processor that a rule chose.

    Raises:
        ApiError: as request_payout(), and 409 where something stands in its way (check_stops.py).
    """
    waiting = struct_of(_Waiting, row)
    company = waiting.company_id
    request = PayoutRequest(
        company=company,
        destination=row,
        amount=waiting.amount,
        requester=Requester(waiting.actor, waiting.created_by),
        particulars=Particulars(
            method=waiting.method,
            destination=waiting.destination,
            document_hash=waiting.document_hash,
            external_id=waiting.external_id,
            batch_id=waiting.batch_id,
        ),
        duplicate_reason=duplicate_reason,
    )
    await refuse_blocked(tx, company, "out")
    rules, zone = await resolve_rules(tx, company), await _zone(tx, company)
    _refuse_by_rules(request, rules, zone)
    _refuse_overdue(request, zone)
    await _look_at_destination(tx, request, rules, zone, waiting.id)
    request = await _cool_off(tx, request, rules, zone)
    # Its amount is counted among what was asked for already.
    await refuse_stopped(
        tx,
        Leaving(company, waiting.bank_account_id, destination=waiting.destination, document_hash=waiting.document_hash),
    )
    more, _ = await judge_one(
        tx, company, request.particulars, waiting.amount, waiting.holder_document, waiting.created_by, waiting.id
    )
    return more


async def refuse_another_day(tx: Tx, row: Row, day: date) -> None:
    """
    Raises:
        ApiError: 400 ``scheduled_for``: in the past, too far, not later than today, or too late for a slip.
    """
    waiting = struct_of(_Waiting, row)
    zone = await _zone(tx, waiting.company_id)
    if not leaves_later(day, zone, FURTHEST):
        raise invalid_field("scheduled_for", "day_not_later", "what leaves today is sent now")
    _refuse_late(waiting.due_on, day)


async def waits_behind(tx: Tx, row: Row) -> bool:
    """Whether the queue is strictly in order and another payment of the merchant waits before this one."""
    rules = await resolve_rules(tx, struct_of(_Waiting, row).company_id)
    return not rules.queue_skips and await tx.value(_BEFORE, row)


def _refuse_by_rules(request: PayoutRequest, rules: PayoutRules, zone: ZoneInfo) -> bool:
    """Refuse what the merchant's rules do not take; return whether the payment leaves on a later day."""
    if request.particulars.method not in rules.methods:
        raise ApiError(409, "method_off", f"payments by {request.particulars.method} are switched off")
    wrong, later = FieldErrors(), False
    if request.amount > rules.most:
        wrong.add("amount", "payment_too_large", f"one payment is at most {rules.most} minor units")
    if rules.external_id_needed and request.particulars.external_id is None:
        wrong.add("external_id", "field_required", "payments of this merchant carry an id of its own")
    with wrong.gathered():
        later = leaves_later(request.scheduled_for, zone, FURTHEST)
    wrong.refuse()
    return later


async def _look_at_destination(
    tx: Tx, request: PayoutRequest, rules: PayoutRules, zone: ZoneInfo, itself: UUID | None = None
) -> None:
    """Refuse too much in a first payment, and the same payment twice in a day without a word why. A slip is paid once: each would be
    a first payment. ``itself``: the payment, where it was written already.
    """
    key = {
        "company": request.company,
        "destination": request.particulars.destination,
        "amount": request.amount,
        "since": midnight(zone),
        "itself": itself,
    }
    # Take the lock: of two concurrent payments to one destination the second waits and sees the first.
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(encode(%(destination)s, 'hex'), %(company)s))", key)
    seen = await tx.one(_SEEN, key)
    assert seen is not None
    first = not seen["paid"] and request.destination["kind"] != "slip"
    if first and rules.first_most is not None and request.amount > rules.first_most:
        raise invalid_field(
            "amount", "first_payment_limit", f"the first payment to somebody is at most {rules.first_most} minor units"
        )
    if not seen["same_today"] or rules.duplicates == "off":
        return
    if rules.duplicates == "refuse":
        raise ApiError(409, "payment_duplicate", "the same amount went to the same destination today")
    if request.duplicate_reason is None:
        raise invalid_field(
            "duplicate_reason", "duplicate_reason_needed", "the same amount went there today: say why it goes again"
        )


class _Waiting(msgspec.Struct):
    """What is checked again of a payment that waits; minor units."""

    company_id: int
    id: UUID
    method: str
    amount: int
    due_on: date | None
    bank_account_id: UUID | None
    destination: bytes
    document_hash: bytes | None
    holder_document: str
    external_id: str | None
    batch_id: UUID | None
    actor: str
    created_by: UUID | None


class _Standing(msgspec.Struct):
    stop: str | None
    usable_from: datetime | None
    changed: bool


async def _cool_off(tx: Tx, request: PayoutRequest, rules: PayoutRules, zone: ZoneInfo) -> PayoutRequest:
    """Refuse what the payee book forbids; a destination that cools off, or where somebody who was paid elsewhere is paid
    first, holds its payment until then.
    """
    key = {
        "company": request.company,
        "destination": request.particulars.destination,
        "document": request.destination["holder_document"],
    }
    standing = msgspec.convert(await tx.one(_STANDING, key), _Standing)
    if standing.stop is not None:
        raise ApiError(409, standing.stop, "the payee book says that nothing is paid there")
    until, changed = standing.usable_from, standing.changed and request.destination["kind"] != "slip"
    if until is None and changed and rules.cooling_off_hours:
        until = datetime.now(UTC) + timedelta(hours=rules.cooling_off_hours)
    if until is None:
        return request
    if request.scheduled_for is not None:
        until = max(until, start_of(request.scheduled_for, zone))
    return replace(request, particulars=replace(request.particulars, hold_reason=COOLING_OFF, hold_until=until))


async def _insert(tx: Tx, request: PayoutRequest, rules: PayoutRules, *, later: bool) -> Row:
    if request.particulars.hold_reason is not None:
        return await _create(tx, request, rules, request.particulars, "on_hold")
    queued = replace(request.particulars, queued_reason="no_funds")
    if later:
        return await _create(tx, request, rules, request.particulars, "created")
    request, start = await _for_window(tx, request)
    if not rules.queue:
        return await _create(tx, request, rules, request.particulars, start)
    # Strictly in order: who comes while others of its priority or a higher one wait, waits behind them.
    if not rules.queue_skips and await tx.value(
        _OTHERS_WAIT, {"company": request.company, "priority": request.particulars.priority}
    ):
        return await _create(tx, request, rules, queued, "queued")
    await tx.execute("savepoint holding")
    try:
        return await _create(tx, request, rules, request.particulars, start)
    except InsufficientBalance:
        await tx.execute("rollback to savepoint holding")
        return await _create(tx, request, rules, queued, "queued")


async def _for_window(tx: Tx, request: PayoutRequest) -> tuple[PayoutRequest, Start]:
    """Let a TED wait for the next business day that was asked for after its hours; its money is set aside as any other's."""
    if request.particulars.method != "ted":
        return request, "pending"
    plan = await load_ted_plan(tx, request.company, request.destination["ispb"], request.particulars.processor_id)
    if plan.way != "window":
        return request, "pending"
    waits = replace(request.particulars, queued_reason=WINDOW, opens_at=plan.opens_at)
    return replace(request, particulars=waits), "queued"


async def _create(tx: Tx, request: PayoutRequest, rules: PayoutRules, particulars: Particulars, status: Start) -> Row:
    return await create_payout(
        tx,
        {**request.destination, "company_id": request.company, "bank_account": None},
        amount=request.amount,
        currency=BRL,
        fee=await fee_of(tx, request.company, request.amount),
        requester=request.requester,
        origin=request.origin,
        origin_id=request.origin_id,
        status=status,
        scheduled_for=request.scheduled_for,
        description=request.description,
        particulars=particulars,
        hold=particulars.queued_reason != "no_funds",
    )


def _taken(error: psycopg.errors.UniqueViolation) -> ApiError:
    match error.diag.constraint_name:
        case "payout_external_id":
            return external_id_used()
        case "payout_slip_once":
            return ApiError(409, "slip_paid", "this slip was paid already, or is being paid")
        case "payout_replaced_once":
            return ApiError(409, "payment_replaced", "this payment is being repeated already")
        case _:
            raise error


async def _zone(tx: Tx, company: int) -> ZoneInfo:
    return ZoneInfo(await tx.value("select time_zone from company where id = %(company)s", {"company": company}))


def _refuse_overdue(request: PayoutRequest, zone: ZoneInfo) -> None:
    """A slip leaves by its due date, or where no bank works on that, by the next business day."""
    _refuse_late(request.destination.get("due_on"), max(request.scheduled_for or today(zone), today(zone)))


def _refuse_late(due: date | None, day: date) -> None:
    if is_overdue(due, day):
        raise invalid_field("scheduled_for", "slip_overdue", f"the slip is due on {due}: what is due later costs more")


_SEEN = """
    select exists (select from payout where company_id = %(company)s and destination = %(destination)s
                      and status = 'done') as paid,
           exists (select from payout where company_id = %(company)s and destination = %(destination)s
                      and amount = %(amount)s and created_at >= %(since)s and id is distinct from %(itself)s
                      and status not in ('failed', 'cancelled', 'rejected')) as same_today
"""
_BEFORE = (
    "select exists (select from payout where company_id = %(company_id)s and status = 'queued'"
    " and queued_reason = 'no_funds' and (-priority, created_at, id) < (-%(priority)s, %(created_at)s, %(id)s))"
)
_OTHERS_WAIT = (
    "select exists (select from payout where company_id = %(company)s and status = 'queued' and queued_reason = 'no_funds'"
    " and priority >= %(priority)s)"
)
_STANDING = "select * from payout_destination_standing(%(company)s, %(destination)s, %(document)s)"
