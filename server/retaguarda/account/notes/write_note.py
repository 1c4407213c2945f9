"""Write a merchant note, change it while it is a draft, submit it and cancel it."""

from collections.abc import Mapping
from typing import Any

from retaguarda.account.notes.model import Note, NoteInput
from retaguarda.account.notes.queries import note_for_update, note_of, note_subject, refuse_unless, staff_only
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT

#: A year outside this range is a typing error.
_YEARS = range(2000, 2101)


async def _create(tx: Tx, principal: Principal, given: NoteInput, path: Mapping[str, str]) -> Done:
    staff_only(principal)
    values = _values(given)
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('merchant_note', %(company)s))", {"company": principal.chosen()}
    )
    row = await tx.one(
        "insert into merchant_note (company_id, id, number, type, reason, description, amount, currency, due_date, created_by)"
        " select %(company)s, %(id)s, coalesce(max(number), 0) + 1, %(type)s, %(reason)s, %(description)s, %(amount)s, %(currency)s,"
        " %(due_date)s, %(by)s from merchant_note where company_id = %(company)s returning *",
        values | {"company": principal.chosen(), "id": uuid7(), "by": principal.email},
    )
    assert row is not None
    return _done(row)


async def _change(tx: Tx, principal: Principal, given: NoteInput, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, principal, path)
    refuse_unless(row, "draft")
    return await _update(
        tx,
        row,
        "type = %(type)s, reason = %(reason)s, description = %(description)s, amount = %(amount)s, currency = %(currency)s, due_date = %(due_date)s",
        _values(given),
    )


async def _submit(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, principal, path)
    refuse_unless(row, "draft")
    change = "status = 'awaiting_approval', submitted_by = %(by)s, submitted_at = now()"
    return await _update(tx, row, change, {"by": principal.email})


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, principal, path)
    refuse_unless(row, "draft", "awaiting_approval")
    change = "status = 'cancelled', cancelled_by = %(by)s, cancelled_at = now()"
    return await _update(tx, row, change, {"by": principal.email})


async def _update(tx: Tx, row: Row, change: str, values: Mapping[str, Any]) -> Done:
    after = await tx.one(
        f"update merchant_note set {change} where company_id = %(company_id)s and id = %(id)s returning *",
        {"company_id": row["company_id"], "id": row["id"], **values},
    )
    assert after is not None
    return _done(after, row["status"])


def _done(row: Row, before: str | None = None) -> Done:
    transition = {} if before in (None, row["status"]) else {"from": before, "to": row["status"]}
    return Done(
        str(row["id"]),
        note_of(row),
        {"number": row["number"], "type": row["type"], "amount": row["amount"], **transition},
    )


def _values(given: NoteInput) -> dict[str, Any]:
    description = given.description.strip()
    if not description or not description.isprintable():
        raise invalid_field("description", "field_invalid", "description has 1 to 140 printable characters")
    if given.due_date.year not in _YEARS:
        raise invalid_field("due_date", "day_invalid", f"due_date lies between {_YEARS[0]} and {_YEARS[-1]}")
    return {
        "type": given.type,
        "reason": given.reason,
        "description": description,
        "amount": given.amount.amount,
        "currency": given.amount.currency,
        "due_date": given.due_date,
    }


_PATH = "/v1/account/notes"

CREATE_NOTE = Command(
    name="account:note:create",
    method="POST",
    path=_PATH,
    summary="Write a note to a merchant",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=NoteInput,
    answers=Note,
    apply=_create,
    status=201,
)

CHANGE_NOTE = Command(
    name="account:note:change",
    method="PUT",
    path=f"{_PATH}/{{id:str}}",
    summary="Change a note that is a draft",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=NoteInput,
    answers=Note,
    apply=_change,
    keyed=False,
    subject=note_subject,
)

SUBMIT_NOTE = Command(
    name="account:note:submit",
    method="POST",
    path=f"{_PATH}/{{id:str}}/submit",
    summary="Hand a note in, so that another person posts it",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=Nothing,
    answers=Note,
    apply=_submit,
    keyed=False,
    subject=note_subject,
)

CANCEL_NOTE = Command(
    name="account:note:cancel",
    method="POST",
    path=f"{_PATH}/{{id:str}}/cancel",
    summary="Give up a note that was not posted",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=Nothing,
    answers=Note,
    apply=_cancel,
    keyed=False,
    subject=note_subject,
)
