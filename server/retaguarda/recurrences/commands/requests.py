"""Commands on confirmation requests: the payer's bank shows the recurrence to the payer (JORNADA_1)."""

import re
from collections.abc import Mapping
from datetime import timedelta

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.recurrences.model import Recurrence, RequestInput
from retaguarda.recurrences.queries import lock_row, recurrence_of, recurrence_subject
from retaguarda.recurrences.rows import RecurrenceRow

_PATTERNS = {
    "bank": re.compile("[0-9A-Z]{8}"),
    "account": re.compile("[0-9A-Za-z]{1,20}"),
    "branch": re.compile("[0-9]{1,4}"),
}
_OPEN = "('created', 'pending', 'sent', 'received')"


async def _create(tx: Tx, principal: Principal, given: RequestInput, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    _check_account(given)
    if row.status not in ("created", "pending"):
        raise ApiError(409, "recurrence_not_open", f"a recurrence that is {row.status} is not asked for any more")
    if await tx.value(
        f"select id from recurrence_request where company_id = %(company_id)s and recurrence_id = %(id)s and status in {_OPEN}",
        row,
    ):
        raise ApiError(409, "request_open", "a request for this recurrence waits for the payer; cancel it first")
    confirmation = uuid7()
    await tx.execute(
        "insert into recurrence_request (company_id, id, recurrence_id, status, bank, branch, account, expires_at, created_by)"
        " values (%(company)s, %(id)s, %(recurrence)s, 'created', %(bank)s, %(branch)s, %(account)s, now() + %(wait)s, %(person)s)",
        {
            "company": principal.chosen(),
            "id": confirmation,
            "recurrence": row.id,
            "bank": given.bank,
            "branch": given.branch,
            "account": given.account,
            "wait": timedelta(hours=given.hours),
            "person": principal.person_id,
        },
    )
    return Done(str(row.id), recurrence_of(row), {"request": str(confirmation), "bank": given.bank})


def _check_account(given: RequestInput) -> None:
    """Check the payer's bank, branch and account.

    Raises:
        ApiError: 400 naming the field that is no ISPB, branch or account.
    """
    for name, pattern in _PATTERNS.items():
        value = getattr(given, name)
        if value is not None and not pattern.fullmatch(value):
            raise invalid_field(name, "field_invalid", f"{name} must match {pattern.pattern}")


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    confirmation = await tx.value(
        "update recurrence_request set cancel_requested_at = coalesce(cancel_requested_at, now())"
        f" where company_id = %(company_id)s and recurrence_id = %(id)s and status in {_OPEN} returning id",
        row,
    )
    if confirmation is None:
        raise ApiError(409, "no_request_open", "no request for this recurrence waits for the payer")
    return Done(str(row.id), recurrence_of(row), {"request": str(confirmation)})


CREATE_REQUEST = Command(
    name="pix:request:create",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/requests",
    summary="Ask the payer's bank to show a recurrence to the payer",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RequestInput,
    answers=Recurrence,
    apply=_create,
    status=201,
    subject=recurrence_subject,
)

CANCEL_REQUEST = Command(
    name="pix:request:cancel",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/requests/cancel",
    summary="Withdraw the request that awaits the payer",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Recurrence,
    apply=_cancel,
    keyed=False,
    subject=recurrence_subject,
)
