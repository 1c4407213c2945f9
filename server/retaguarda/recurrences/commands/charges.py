"""Commands on recurring charges: create, cancel, retry on another day."""

from collections.abc import Mapping
from datetime import timedelta

from retaguarda.foundation.business_days import next_business_day
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.providers.pix.recurrence_codes import MOST_RETRIES, RETRY_DAYS
from retaguarda.recurrences import examples
from retaguarda.recurrences.charge_cycle import write_charge
from retaguarda.recurrences.model import RecurringCharge, RecurringChargeInput, RetryInput
from retaguarda.recurrences.queries import charge_of, charge_subject, lock_row
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow
from retaguarda.recurrences.tables import RECURRING_CHARGES


async def _create(tx: Tx, principal: Principal, given: RecurringChargeInput, path: Mapping[str, str]) -> Done:
    recurrence = await lock_row(tx, principal, path, RecurrenceRow)
    await refuse_blocked(tx, principal.chosen(), "in")
    amount: int | None = given.amount.amount if given.amount else recurrence.amount
    if amount is None:
        raise invalid_field("amount", "field_required", "amount is required: this recurrence has none of its own")
    if given.amount is not None and recurrence.amount not in (None, given.amount.amount):
        raise invalid_field(
            "amount", "not_agreed", f"the payer agreed to {recurrence.amount} minor units in each cycle"
        )
    info = clean("info", given.info) if given.info else None
    row = await write_charge(
        tx, recurrence, given.due_on, amount, person=principal.person_id, info=info, adjusts=given.adjusts
    )
    return Done(str(row.id), charge_of(row), {"to": "created", "amount": amount, "due_on": given.due_on})


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    charge = await lock_row(tx, principal, path, RecurringChargeRow)
    if charge.status not in ("created", "pending", "active"):
        raise ApiError(409, "charge_not_open", f"a charge that is {charge.status} cannot be cancelled")
    if not cancellable(charge):
        raise ApiError(409, "first_attempt_begun", "a charge is cancelled before the day of its first attempt")
    row = await fetch_one(
        tx,
        RecurringChargeRow,
        "update recurring_charge set cancel_requested_at = coalesce(cancel_requested_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        charge,
    )
    assert row is not None
    return Done(str(charge.id), charge_of(row))


def cancellable(charge: RecurringChargeRow) -> bool:
    """Return whether the charge may be cancelled: only before the day of its first attempt."""
    first = next_business_day(charge.due_on) if charge.adjusts else charge.due_on
    return charge.status in ("created", "pending", "active") and today(BRASILIA) < first


async def _retry(tx: Tx, principal: Principal, given: RetryInput, path: Mapping[str, str]) -> Done:
    charge = await lock_row(tx, principal, path, RecurringChargeRow)
    policy = await tx.value(
        "select retry_policy from recurrence where company_id = %(company_id)s and id = %(recurrence_id)s", charge
    )
    if policy == "NAO_PERMITE":
        raise ApiError(409, "retries_not_agreed", "the payer agreed to no retries")
    if charge.status != "active":
        raise ApiError(409, "charge_not_open", f"a charge that is {charge.status} is not tried again")
    if charge.next_attempt is not None or charge.retry_on is not None:
        raise ApiError(409, "attempt_open", "an attempt is under way; wait for what becomes of it")
    if await retries_made(tx, charge) >= MOST_RETRIES:
        raise ApiError(409, "no_retries_left", f"a charge is tried again at most {MOST_RETRIES} times")
    last = charge.due_on + timedelta(days=RETRY_DAYS)
    if not today(BRASILIA) < given.day <= last:
        raise invalid_field(
            "day", "out_of_range", f"day is after today and until {last}, {RETRY_DAYS} days after it was due"
        )
    row = await fetch_one(
        tx,
        RecurringChargeRow,
        "update recurring_charge set retry_on = %(day)s where company_id = %(company_id)s and id = %(id)s returning *",
        charge.with_columns(day=given.day),
    )
    assert row is not None
    return Done(str(charge.id), charge_of(row), {"day": given.day})


async def retries_made(tx: Tx, charge: RecurringChargeRow) -> int:
    return await tx.value(
        "select count(*) from recurring_attempt where company_id = %(company_id)s and charge_id = %(id)s and kind = 'NTAG'",
        charge,
    )


CREATE_RECURRING_CHARGE = Command(
    name="pix:charge:create",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/charges",
    summary="Create the charge of a cycle",
    permission=Permission.PIX_SCHEDULES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RecurringChargeInput,
    answers=RecurringCharge,
    apply=_create,
    status=201,
    example=examples.RECURRING_CHARGE,
)

CANCEL_RECURRING_CHARGE = Command(
    name="pix:charge:cancel",
    method="POST",
    path="/v1/pix/charges/{id:str}/cancel",
    summary="Cancel the charge of a cycle before its first attempt",
    permission=Permission.PIX_SCHEDULES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=RecurringCharge,
    apply=_cancel,
    keyed=False,
    subject=charge_subject,
    bulk=RECURRING_CHARGES,
)

RETRY_RECURRING_CHARGE = Command(
    name="pix:charge:retry",
    method="POST",
    path="/v1/pix/charges/{id:str}/retry",
    summary="Retry the charge of a cycle on another day",
    permission=Permission.PIX_SCHEDULES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RetryInput,
    answers=RecurringCharge,
    apply=_retry,
    subject=charge_subject,
)
