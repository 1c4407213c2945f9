"""Create and change schedules. Both move money later, so both require the second factor, as a withdrawal does."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.account.bank_accounts.plan_facts import of_schedule
from retaguarda.account.bank_accounts.queries import account_to_pay
from retaguarda.account.scheduling.check_rhythm import rhythm_of, runs_ahead
from retaguarda.account.scheduling.model import Schedule, ScheduleInput
from retaguarda.account.scheduling.queries import load_schedule, schedule_for_update, schedule_subject
from retaguarda.account.scheduling.scheduled_amounts import BY_CLOCK
from retaguarda.account.withdrawals.model import WITHDRAW
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean
from retaguarda.payout_engine.check_factor import refuse_stale_factor

_FIELDS = (
    "name", "bank_account_id", "amount", "keep", "currency", "frequency", "starts_on", "ends_on", "weekday", "day", "rule", "time_zone",
    "hour", "next_run",
)  # fmt: skip


async def _values(tx: Tx, principal: Principal, given: ScheduleInput) -> dict[str, Any]:
    """Validate the input and return the columns that a person fills in."""
    principal.require(Permission.TWO_FACTOR)
    rhythm = rhythm_of(given)
    next_run: datetime = runs_ahead(rhythm, 1)[0]
    await refuse_stale_factor(tx, principal, next_run.astimezone(ZoneInfo(rhythm.time_zone)).date())
    if given.amount is not None and given.keep.amount:
        raise invalid_field("keep", "not_allowed", "keep goes with the full balance only")
    await _require_verified(tx, principal.chosen(), given.bank_account)
    return {name: getattr(rhythm, name) for name in rhythm.__dataclass_fields__} | {
        "company": principal.chosen(),
        "name": clean("name", given.name),
        "bank_account_id": given.bank_account,
        "amount": given.amount.amount if given.amount else None,
        "keep": given.keep.amount,
        "currency": given.amount.currency if given.amount else given.keep.currency,
        "next_run": next_run,
    }


async def _require_verified(tx: Tx, company: int, account: UUID) -> None:
    """Require a verified account. One in its cooling-off is fine: each run checks again."""
    row = await account_to_pay(tx, company, account)
    if row["status"] != "verified":
        raise ApiError(409, "bank_account_not_verified", f"this bank account is {row['status']}")


async def _create(tx: Tx, principal: Principal, given: ScheduleInput, path: Mapping[str, str]) -> Done:
    values = await _values(tx, principal, given)
    schedule = uuid7()
    await tx.execute(
        f"insert into payment_schedule (id, company_id, status, created_by, {', '.join(_FIELDS)})"
        f" values (%(id)s, %(company)s, 'active', %(person)s, {', '.join(f'%({name})s' for name in _FIELDS)})",
        values | {"id": schedule, "person": principal.person_id},
    )
    return Done(str(schedule), await load_schedule(tx, principal.chosen(), schedule), _event_data(values))


async def _edit(tx: Tx, principal: Principal, given: ScheduleInput, path: Mapping[str, str]) -> Done:
    row = await schedule_for_update(tx, principal, path, "active", "paused")
    values = await _values(tx, principal, given)
    if row["status"] == "paused":
        values["next_run"] = None
    await tx.execute(
        f"update payment_schedule set {', '.join(f'{name} = %({name})s' for name in _FIELDS)} where id = %(id)s",
        values | {"id": row["id"]},
    )
    return Done(str(row["id"]), await load_schedule(tx, principal.chosen(), row["id"]), _event_data(values))


def _event_data(values: dict[str, Any]) -> dict[str, Any]:
    return {"schedule": values["name"], "amount": values["amount"], "frequency": values["frequency"]}


CREATE_SCHEDULE = Command(
    name="account:schedule:create",
    method="POST",
    path="/v1/account/schedules",
    summary="Schedule withdrawals",
    permission=Permission.ACCOUNT_SCHEDULING_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=ScheduleInput,
    answers=Schedule,
    apply=_create,
    status=201,
    approvable=True,
    also=(WITHDRAW,),
    by_clock=BY_CLOCK,
    shows=of_schedule,
)

EDIT_SCHEDULE = Command(
    name="account:schedule:edit",
    method="PUT",
    path="/v1/account/schedules/{id:str}",
    summary="Change a schedule",
    permission=Permission.ACCOUNT_SCHEDULING_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=ScheduleInput,
    answers=Schedule,
    apply=_edit,
    keyed=False,
    subject=schedule_subject,
    approvable=True,
    also=(WITHDRAW,),
    by_clock=BY_CLOCK,
    shows=of_schedule,
)
