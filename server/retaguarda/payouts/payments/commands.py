"""Commands on a payment: cancel it, send it now or on another day, hold, release or reject it, ask the bank again."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, forbidden, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable_or_none
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.decide_sending import SECOND_PERSON
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.send_early import plan_again, send_early
from retaguarda.payout_engine.settle_waiting import reject_payout, release_payout
from retaguarda.payout_engine.transitions import move
from retaguarda.payouts.payments.confirm_payment import refuse_another_owner
from retaguarda.payouts.payments.create_payment import shows_payment
from retaguarda.payouts.payments.model import (
    CANCELLABLE,
    SENDABLE,
    HoldInput,
    MoveDayInput,
    PayoutPayment,
    SendNowInput,
)
from retaguarda.payouts.payments.queries import (
    PaymentRow,
    day_subject,
    of_payment,
    payment_for_update,
    payment_subject,
    shown_payment,
    state_subject,
)
from retaguarda.payouts.payments.tables import HOLDS, PAYMENTS
from retaguarda.payouts.verify_factor import guarded_subject

_ONE = "/v1/payouts/payments/{id:str}"


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Lock the payment first: the worker may be about to send it, and the lock decides who wins."""
    principal.require(Permission.TWO_FACTOR)
    raw, row = await payment_for_update(tx, principal, path)
    if row.status not in CANCELLABLE:
        raise ApiError(409, "payment_not_cancellable", f"a payment that is {row.state} is not cancelled")
    ended = await tx.value("select clock_timestamp()")
    await move(
        tx, raw, "cancelled", actor=principal.email, person=principal.person_id, queued_reason=None, ended_at=ended
    )
    await void_payout(tx, raw)
    return await _done(tx, row)


async def _send_now(tx: Tx, principal: Principal, given: SendNowInput, path: Mapping[str, str]) -> Done:
    """Send a payment at once, after the checks of a new request."""
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal)
    raw, row = await payment_for_update(tx, principal, path)
    if row.status not in SENDABLE:
        raise ApiError(409, "payment_not_waiting", f"a payment that is {row.state} does not wait to be sent")
    if row.status == "created":
        _refuse_line(row)
    if row.destination and row.document_hash:
        await refuse_another_owner(tx, row.company_id, row.destination, row.document_hash)
    reason = printable_or_none("duplicate_reason", given.duplicate_reason)
    await send_early(tx, raw, Requester(principal.email, principal.person_id), reason)
    done = await _done(tx, row)
    return replace(done, data=dict(done.data) | {"duplicate_reason": reason}) if reason else done


async def _move_day(tx: Tx, principal: Principal, given: MoveDayInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal, given.scheduled_for)
    raw, row = await payment_for_update(tx, principal, path)
    if row.status != "created":
        raise ApiError(409, "payment_not_planned", f"a payment that is {row.state} waits for no day")
    _refuse_line(row)
    if given.scheduled_for == row.scheduled_for:
        raise invalid_field("scheduled_for", "day_same", "the payment is planned for that day already")
    await plan_again(tx, raw, given.scheduled_for)
    return await _done(tx, row)


def _refuse_line(row: PaymentRow) -> None:
    """The day of a line is sealed with its batch: who approved the batch approved it."""
    if row.batch_id is not None:
        raise ApiError(409, "payment_in_batch", "the day of a line was approved with its batch")


async def _hold(tx: Tx, principal: Principal, given: HoldInput, path: Mapping[str, str]) -> Done:
    raw, row = await payment_for_update(tx, principal, path)
    _require_decider(principal, row)
    if row.status not in ("created", "pending"):
        raise ApiError(409, "payment_not_holdable", f"a payment that is {row.state} is not put on hold")
    until = datetime.now(UTC) + timedelta(minutes=given.minutes)
    await move(
        tx,
        raw,
        "on_hold",
        actor=principal.email,
        person=principal.person_id,
        hold_reason=given.hold_reason,
        hold_until=until,
    )
    return await _done(tx, row)


async def _release(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    await refuse_stale_factor(tx, principal)
    raw, row = await payment_for_update(tx, principal, path)
    _require_decider(principal, row)
    _require_on_hold(row)
    if row.hold_reason == SECOND_PERSON:
        raise ApiError(409, "second_person_needed", "somebody else of the merchant has to agree to this payment")
    if row.hold_reason == "under_review":
        principal.require(Permission.COMPLIANCE_BLACK_LIST_WRITE)
        await tx.execute(
            "select block_refusal_release(%(payout)s, %(person)s, %(by)s, %(reason)s)",
            {"payout": str(row.id), "person": principal.person_id, "by": principal.email, "reason": given.reason},
        )
    await release_payout(tx, raw, principal.email, principal.person_id)
    return await _done(tx, row)


async def _agree(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Agree to a payment for which a rule asks a second person: anybody of the merchant who approves and did not make it."""
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal)
    raw, row = await payment_for_update(tx, principal, path)
    _require_on_hold(row)
    if row.hold_reason != SECOND_PERSON:
        raise ApiError(409, "payment_not_agreeable", "nobody waits for a second person here")
    if row.created_by == principal.person_id:
        raise ApiError(403, "own_payment", "who makes a payment is not its second person")
    await release_payout(tx, raw, principal.email, principal.person_id)
    return await _done(tx, row)


async def _reject(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    raw, row = await payment_for_update(tx, principal, path)
    _require_decider(principal, row)
    _require_on_hold(row)
    await reject_payout(tx, raw, principal.email, principal.person_id)
    return await _done(tx, row)


async def _ask_again(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Nothing changes here: the event makes the worker ask the bank what became of its order."""
    principal.require(Permission.TWO_FACTOR)
    _, row = await payment_for_update(tx, principal, path)
    if row.status != "in_bank_processing":
        raise ApiError(409, "payment_not_at_bank", f"the bank has no open order of a payment that is {row.state}")
    return await _done(tx, row)


def _require_decider(principal: Principal, row: PaymentRow) -> None:
    """Let only staff with a second factor decide, and never the person who made the payment."""
    if not principal.internal:
        raise forbidden(Permission.PAYOUT_HOLD_DECIDE)
    principal.require(Permission.TWO_FACTOR)
    if row.created_by == principal.person_id:
        raise ApiError(403, "own_payment", "who makes a payment does not decide on its hold")


def _require_on_hold(row: PaymentRow) -> None:
    if row.status != "on_hold":
        raise ApiError(409, "payment_not_on_hold", f"this payment is {row.state}")


async def _done(tx: Tx, row: PaymentRow) -> Done:
    return Done(str(row.id), await shown_payment(tx, row.company_id, row.id), {"amount": row.amount})


_command = partial(
    Command,
    method="POST",
    scope=guarded_subject(of_payment),
    answers=PayoutPayment,
    keyed=False,
    subject=state_subject,
    shows=shows_payment,
)
_decided = partial(_command, permission=Permission.PAYOUT_HOLD_DECIDE, planned=True)

CANCEL = _command(
    name="payouts:payment:cancel",
    path=f"{_ONE}/cancel",
    summary="Cancel a payment that the bank has not been asked for",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    input=Nothing,
    apply=_cancel,
    planned=True,
    approvable=True,
    bulk=PAYMENTS,
)
SEND_NOW = _command(
    name="payouts:payment:send_now",
    path=f"{_ONE}/send-now",
    summary="Send a payment at once that waits for its day, for money or for a processor",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    input=SendNowInput,
    apply=_send_now,
    planned=True,
    approvable=True,
)
MOVE_DAY = _command(
    name="payouts:payment:move_day",
    path=f"{_ONE}/move-day",
    summary="Plan a payment for another day",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    input=MoveDayInput,
    apply=_move_day,
    subject=day_subject,
    planned=True,
    approvable=True,
)
HOLD = _decided(
    name="payouts:payment:hold",
    path=f"{_ONE}/hold",
    summary="Put a payment on hold for a while, before the bank is asked for it",
    input=HoldInput,
    apply=_hold,
    subject=payment_subject,
)
RELEASE = _decided(
    name="payouts:payment:release",
    path=f"{_ONE}/release",
    summary="Let a payment on hold go on",
    input=ReasonInput,
    apply=_release,
    approvable=True,
    bulk=HOLDS,
    in_session=refuse_stale_factor,
)
AGREE = _command(
    name="payouts:payment:agree",
    path=f"{_ONE}/agree",
    summary="Agree to a payment for which a rule asks a second person",
    permission=Permission.PAYOUT_PAYMENT_APPROVE,
    input=Nothing,
    apply=_agree,
    planned=True,
    bulk=HOLDS,
    in_session=refuse_stale_factor,
)
REJECT = _decided(
    name="payouts:payment:reject",
    path=f"{_ONE}/reject",
    summary="End a payment on hold without sending it",
    input=ReasonInput,
    apply=_reject,
    approvable=True,
    bulk=HOLDS,
)
ASK_AGAIN = _command(
    name="payouts:payment:ask_again",
    path=f"{_ONE}/ask-again",
    summary="Ask the bank again what became of a payment; it moves no money",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    input=Nothing,
    apply=_ask_again,
    planned=False,
    bulk=PAYMENTS,
)
