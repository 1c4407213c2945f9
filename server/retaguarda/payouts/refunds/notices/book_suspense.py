"""Book a return that a notice tells of and nothing explains to the suspense account: its case says what becomes of it."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Currency
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payout_engine.book_return import lock_payout
from retaguarda.payout_engine.open_case import Found, open_return_case
from retaguarda.payouts.refunds.notices.model import NoticeRow, ReturnNotice
from retaguarda.payouts.refunds.notices.queries import notice_for_update, of_notice, shown_notice
from retaguarda.payouts.refunds.notices.tables import NOTICES
from retaguarda.payouts.return_files.apply_payments import noon


class _Line(msgspec.Struct):
    """A line that nothing explains; ``amount`` in minor units."""

    number: int
    outcome: str
    result: str | None
    reference: str
    amount: int | None
    currency: Currency
    returned_on: date | None
    payout_id: UUID | None
    elsewhere: bool


async def _book(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    reason = printable("reason", given.reason)
    row = await notice_for_update(tx, principal, path)
    values = {"company": row.company_id, "notice": row.id, "number": number_of(path.get("number", ""), "line")}
    line = await fetch_one(tx, _Line, _LINE, values)
    if line is None:
        raise not_found("line")
    case = await _open_case(tx, principal, row, line, reason)
    await tx.execute(_SUSPENSE, values | {"case": case})
    data = {"name": row.name, "line": line.number, "amount": line.amount, "reference": line.reference, "reason": reason}
    return Done(str(row.id), await shown_notice(tx, row), data)


async def _open_case(tx: Tx, principal: Principal, row: NoticeRow, line: _Line, reason: str) -> UUID:
    """
    Raises:
        ApiError: 409, the line is explained, is another merchant's, or its money is booked already.
    """
    open_line = (line.result is None and line.outcome in ("unknown", "over")) or line.result == "left"
    if row.status not in ("read", "applying", "applied") or not open_line or line.amount is None:
        raise ApiError(409, "notice_line_explained", "only a return that nothing explains is booked to suspense")
    if line.elsewhere:
        raise ApiError(409, "return_of_another_merchant", "this payment is another merchant's: bring its return there")
    if line.payout_id is not None:
        await lock_payout(tx, row.company_id, line.payout_id)
    if await tx.value(_BOOKED, {"reference": line.reference, "company": row.company_id}):
        raise ApiError(409, "return_booked", f"{line.reference} is booked already")
    found = Found(
        kind="return_unmatched",
        key=f"stray:{line.reference}",
        reference=line.reference,
        amount=line.amount,
        source="file",
        evidence=f"{row.name}, {line.number}: {reason}"[:500],
        at=None if line.returned_on is None else noon(line.returned_on),
    )
    case = await open_return_case(tx, row.company_id, line.currency, line.payout_id, found, principal.email)
    if case is None:
        raise ApiError(409, "return_has_case", f"{line.reference} has a case already")
    return case


async def _of_notice(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the notice in the path; None for who is no staff."""
    return await of_notice(tx, principal, request) if principal.internal else None


_LINE = """
    select number, outcome, result, reference, amount, currency, returned_on, payout_id, elsewhere from return_notice_line
     where company_id = %(company)s and notice_id = %(notice)s and number = %(number)s for update
"""
_SUSPENSE = """
    update return_notice_line set result = 'suspense', left_why = null, case_id = %(case)s
     where company_id = %(company)s and notice_id = %(notice)s and number = %(number)s
"""
_BOOKED = "select exists (select from payout_return where company_id = %(company)s and rtr_id = %(reference)s)"

BOOK_SUSPENSE = Command(
    name="payouts:return_notice:suspend_line",
    method="POST",
    path=f"{NOTICES.path}/{{id:str}}/lines/{{number:str}}/case",
    summary="Book a return that nothing explains to the suspense account, with a case that two people settle",
    permission=Permission.PAYOUT_EXCEPTION_DECIDE,
    scope=with_second_factor(of_subject(_of_notice)),
    input=ReasonInput,
    answers=ReturnNotice,
    apply=_book,
    keyed=False,
)
