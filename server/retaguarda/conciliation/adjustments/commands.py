"""Ask for an adjustment, and decide over one that another person asked for."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.account.notes.post_note import post
from retaguarda.account.notes.queries import refuse_unless
from retaguarda.account.notes.write_adjustment import adjustment_for_update, refuse_adjustment, write_adjustment
from retaguarda.conciliation.adjustments.model import Adjustment, AdjustmentInput, DecideAdjustmentInput
from retaguarda.conciliation.adjustments.queries import find_adjustment
from retaguarda.conciliation.matching.confirm_match import match_journal
from retaguarda.conciliation.matching.queries import find_exception
from retaguarda.conciliation.statements.queries import find_account
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.text_input import printable, printable_or_none

#: Of every merchant, and with a second factor: money moves.
SCOPE = with_second_factor(HOUSE)
ADJUSTMENTS = "adjustments"
#: A year outside of this range is a typing error.
_YEARS = range(2000, 2101)


async def _ask(tx: Tx, principal: Principal, given: AdjustmentInput, path: Mapping[str, str]) -> Done:
    if not await tx.value("select exists (select from company where id = %(id)s)", {"id": given.merchant}):
        raise invalid_field("merchant", "not_found", "no such merchant")
    if given.due_date.year not in _YEARS:
        raise invalid_field("due_date", "day_invalid", f"due_date lies between {_YEARS[0]} and {_YEARS[-1]}")
    description = printable("description", given.description)
    if "\n" in description:
        raise invalid_field("description", "field_invalid", "the description is one line")
    row = await write_adjustment(
        tx,
        given.merchant,
        {
            "type": given.type,
            "reason": given.reason,
            "description": description,
            "amount": given.amount.amount,
            "currency": given.amount.currency,
            "due_date": given.due_date,
            "origin": "hand" if given.exception is None else "exception",
            "origin_id": given.exception,
            "evidence": printable_or_none("evidence", given.evidence),
            "against": await _against(tx, given),
        },
        principal.email,
    )
    done = await find_adjustment(tx, row["id"])
    assert done is not None
    return Done(str(done.id), done, {"number": done.number, "merchant": done.merchant_id, "amount": done.amount.amount})


async def _against(tx: Tx, given: AdjustmentInput) -> str:
    """The clearing account of the line that is booked; adjustments where there is none.

    Raises:
        ApiError: the exception is resolved, is no bank line, or has another amount or sign.
    """
    if given.exception is None:
        return ADJUSTMENTS
    found = await find_exception(tx, given.exception)
    if found is None or found.state == "resolved" or found.line_id is None:
        raise invalid_field("exception", "not_found", "no open exception of a bank line has this id")
    signed = given.amount.amount if given.type == "credit" else -given.amount.amount
    if found.amount.amount != signed or found.amount.currency != given.amount.currency:
        raise invalid_field("amount", "amount_differs", "the adjustment books the line of the exception, with its sign")
    account = await find_account(tx, found.account_id)
    assert account is not None
    return account.clearing_code


async def _decide(tx: Tx, principal: Principal, given: DecideAdjustmentInput, path: Mapping[str, str]) -> Done:
    row = await adjustment_for_update(tx, path_id(path))
    if row is None:
        raise not_found("adjustment")
    note: UUID = row["id"]
    before = await find_adjustment(tx, note)
    if before is None:
        raise not_found("adjustment")
    if given.choice == "refuse":
        refuse_unless(row, "awaiting_approval")
        await refuse_adjustment(tx, note, principal.email)
    else:
        await post(tx, principal, row)
    after = await find_adjustment(tx, note)
    assert after is not None
    if after.journal_id is not None and after.origin_id is not None and after.origin == "exception":
        exception = await find_exception(tx, after.origin_id)
        if exception is None or exception.line_id is None or exception.state == "resolved":
            raise ApiError(409, "exception_resolved", "the exception that this books is resolved")
        await match_journal(tx, principal, exception.line_id, after.merchant_id, after.journal_id)
    told = {"number": after.number, "merchant": after.merchant_id, "amount": after.amount.amount}
    return Done(str(note), after, told | {"from": before.status, "to": after.status})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    adjustment: Adjustment = done.result
    return plan_summary(
        adjustment.description,
        {"company": adjustment.merchant_name, "note_type": adjustment.type, "amount": adjustment.amount},
    )


async def subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Adjustment | None:
    return await find_adjustment(tx, path_id(path))


ASK_ADJUSTMENT = Command(
    name="statement:adjustment:ask",
    method="POST",
    path="/v1/conciliation/adjustments",
    summary="Ask for money to be credited to or taken from a merchant; another person posts it",
    permission=Permission.STATEMENT_TRANSACTION_FIX,
    scope=SCOPE,
    input=AdjustmentInput,
    answers=Adjustment,
    apply=_ask,
    status=201,
)
DECIDE_ADJUSTMENT = Command(
    name="statement:adjustment:decide",
    method="POST",
    path="/v1/conciliation/adjustments/{id:str}/decide",
    summary="Post an adjustment that another person asked for, or refuse it",
    permission=Permission.STATEMENT_TRANSACTION_FIX,
    scope=SCOPE,
    input=DecideAdjustmentInput,
    answers=Adjustment,
    apply=_decide,
    shows=_shows,
)
COMMANDS: tuple[Command[Any], ...] = (ASK_ADJUSTMENT, DECIDE_ADJUSTMENT)
