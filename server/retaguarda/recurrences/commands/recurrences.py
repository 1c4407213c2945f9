"""Commands on recurrences. Each change is stored first; a job then sends it to the provider."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.recurrences.commands.create_recurrence import check_start
from retaguarda.recurrences.model import Recurrence, StartInput
from retaguarda.recurrences.queries import lock_row, recurrence_of, recurrence_subject
from retaguarda.recurrences.rows import RecurrenceRow
from retaguarda.recurrences.tables import RECURRENCES


async def _change_start(tx: Tx, principal: Principal, given: StartInput, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status not in ("created", "pending"):
        raise ApiError(409, "recurrence_not_open", f"the start of a recurrence that is {row.status} stays as it is")
    check_start(given.starts_on)
    if row.ends_on is not None and given.starts_on > row.ends_on:
        raise invalid_field("starts_on", "after_end", f"starts_on is not after its end, {row.ends_on}")
    # Where the provider knows the recurrence, send it the new day first; the old one holds until it agrees.
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set starts_on = case when status = 'created' then %(day)s else starts_on end,"
        " next_due = case when status = 'created' then %(day)s else next_due end,"
        " new_start = case when status = 'created' then null else %(day)s::date end"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row.with_columns(day=given.starts_on),
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed), {"starts_on": given.starts_on})


async def _renew_code(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status != "pending" or row.cancel_requested_at is not None:
        raise ApiError(409, "recurrence_not_open", f"the code of a recurrence that is {row.status} stays as it is")
    if row.location_id is None:
        raise ApiError(409, "recurrence_without_code", "this recurrence is offered without a code")
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set code_wanted_at = coalesce(code_wanted_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row,
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed))


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status not in ("created", "pending", "approved"):
        raise ApiError(409, "recurrence_over", f"a recurrence that is {row.status} cannot be cancelled")
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set cancel_requested_at = coalesce(cancel_requested_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row,
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed))


CHANGE_START = Command(
    name="pix:recurrence:change",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/start",
    summary="Change the day on which a recurrence starts",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=StartInput,
    answers=Recurrence,
    apply=_change_start,
    keyed=False,
    subject=recurrence_subject,
)

RENEW_CODE = Command(
    name="pix:recurrence:renew_code",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/code",
    summary="Move a recurrence to a new location; its earlier code stops working",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Recurrence,
    apply=_renew_code,
    keyed=False,
    subject=recurrence_subject,
)

CANCEL_RECURRENCE = Command(
    name="pix:recurrence:cancel",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/cancel",
    summary="End a recurrence",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Recurrence,
    apply=_cancel,
    keyed=False,
    subject=recurrence_subject,
    bulk=RECURRENCES,
)
