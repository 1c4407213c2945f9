"""Run the ladder, decide over one line, and work on an exception."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.conciliation.matching.confirm_match import DECIDE_MATCH, MAKE_MATCH, book_line, withdraw_proposals
from retaguarda.conciliation.matching.divide_line import SPLIT_LINE
from retaguarda.conciliation.matching.model import (
    ConciliationException,
    DecideExceptionInput,
    DecideLineInput,
    LineDecided,
    RunInput,
    RunResult,
)
from retaguarda.conciliation.matching.queries import exception_for_update, find_exception
from retaguarda.conciliation.matching.run_ladder import fill_expectations, refresh_days, run_account
from retaguarda.conciliation.matching.write_rule import DECIDE_RULE, WRITE_RULE
from retaguarda.conciliation.statements.tables import LINES
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.staff import assignee_of
from retaguarda.foundation.text_input import printable, printable_or_none

WRITE = Permission.CONCILIATION_BANK_STATEMENT_WRITE
OPEN = ("new", "suggested", "ambiguous", "exception", "part_matched")


class _Account(msgspec.Struct):
    id: UUID


class _Line(msgspec.Struct):
    id: UUID
    account_id: UUID
    state: str
    reason: str | None


async def _run(tx: Tx, principal: Principal, given: RunInput, path: Mapping[str, str]) -> Done:
    rows = await tx.all(
        "select id from house_account where company_id = 1 and state = 'open' and (%(one)s::uuid is null or id = %(one)s) order by id",
        {"one": given.account},
    )
    accounts = msgspec.convert(rows, list[_Account])
    if given.account is not None and not accounts:
        raise invalid_field("account", "not_found", "no such house account is open")
    expected = await fill_expectations(tx)
    rungs = [0] * 8
    for account in accounts:
        made = await run_account(tx, account.id, principal.email)
        rungs = [before + new for before, new in zip(rungs, made, strict=True)]
    exceptions = await tx.value(
        "select count(*) from conciliation_exception where company_id = 1 and state <> 'resolved'"
    )
    done = RunResult(len(accounts), expected, rungs, exceptions)
    return Done("run", done, {"expected": expected, "matches": sum(rungs)})


async def _decide_line(tx: Tx, principal: Principal, given: DecideLineInput, path: Mapping[str, str]) -> Done:
    row = await tx.one(
        "select id, account_id, state, reason from bank_line where company_id = 1 and id = %(id)s and applied_at is not null"
        " and effect <> 'already' for update",
        {"id": path_id(path)},
    )
    if row is None:
        raise not_found("line")
    line = msgspec.convert(row, _Line)
    reason = printable("reason", given.reason)
    if (given.choice == "restore") != (line.state == "ignored") or (line.state not in OPEN and line.state != "ignored"):
        raise ApiError(409, "line_not_so", f"this line is {line.state}")
    if given.choice == "book_cost":
        if await book_line(tx, principal, line.id, reason) is None:
            raise ApiError(422, "line_no_debit", "only what leaves the account is a cost of the bank")
        state = "booked"
    elif given.choice == "restore":
        if not await tx.value("select effect = 'new' from bank_line where company_id = 1 and id = %(id)s", row):
            raise ApiError(409, "line_not_so", "this row tells a balance and moves nothing")
        state, reason = "new", ""
    elif line.state == "part_matched":
        raise ApiError(409, "line_not_so", "part of this line is matched: undo that, or match the rest with what it is")
    else:
        state = "ignored"
        await withdraw_proposals(tx, [line.id], principal.email)
        await tx.execute(_RESOLVE, {"line": line.id, "by": principal.email, "text": reason})
    await tx.execute(
        "update bank_line set state = %(state)s, reason = %(reason)s, decided_by = %(by)s where company_id = 1 and id = %(id)s",
        {"state": state, "reason": reason or None, "by": principal.email, "id": line.id},
    )
    await refresh_days(tx, line.account_id)
    return Done(str(line.id), LineDecided(line.id, state, reason or None), {"from": line.state, "to": state})


_RESOLVE = """
    update conciliation_exception set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = %(by)s, resolution = %(text)s
     where company_id = 1 and line_id = %(line)s and state <> 'resolved'
"""


async def _decide_exception(tx: Tx, principal: Principal, given: DecideExceptionInput, path: Mapping[str, str]) -> Done:
    found = await exception_for_update(tx, path)
    if found.state == "resolved":
        raise ApiError(409, "exception_resolved", "this exception is resolved")
    text = printable_or_none("text", given.text)
    if given.choice != "assign" and text is None:
        raise invalid_field("text", "field_required", "say what was found")
    owner = (await assignee_of(tx, principal, "owner", given.owner)).email if given.choice == "assign" else found.owner
    after = {"assign": "assigned", "comment": found.state, "resolve": "resolved"}[given.choice]
    await tx.execute(
        "update conciliation_exception set state = %(state)s, owner = %(owner)s, due_on = coalesce(%(due_on)s, due_on),"
        " note = case when %(choice)s = 'comment' then %(text)s else note end,"
        " resolved_at = case when %(choice)s = 'resolve' then clock_timestamp() end,"
        " resolved_by = case when %(choice)s = 'resolve' then %(by)s end,"
        " resolution = case when %(choice)s = 'resolve' then %(text)s end where company_id = 1 and id = %(id)s",
        {
            "state": after,
            "owner": owner,
            "due_on": given.due_on,
            "choice": given.choice,
            "text": text,
            "by": principal.email,
            "id": found.id,
        },
    )
    told = {"kind": found.kind, "choice": given.choice}
    return Done(
        str(found.id),
        await find_exception(tx, found.id),
        told if after == found.state else told | {"from": found.state, "to": after},
    )


RUN = Command(
    name="conciliation:run:commit",
    method="POST",
    path="/v1/conciliation/runs",
    summary="Write what the ledger expects, and match what is open by the ladder of rules",
    permission=WRITE,
    scope=HOUSE,
    planned=True,
    input=RunInput,
    answers=RunResult,
    apply=_run,
)
DECIDE_LINE = Command(
    name="conciliation:line:decide",
    method="POST",
    path="/v1/conciliation/bank-lines/{id:str}/decide",
    summary="Book a line as a cost of the bank, leave it out with a reason, or take it back in",
    permission=WRITE,
    scope=HOUSE,
    input=DecideLineInput,
    answers=LineDecided,
    apply=_decide_line,
    keyed=False,
    bulk=LINES,
)
DECIDE_EXCEPTION = Command(
    name="conciliation:exception:decide",
    method="POST",
    path="/v1/conciliation/exceptions/{id:str}/decide",
    summary="Assign an exception, comment on it, or resolve it",
    permission=WRITE,
    scope=HOUSE,
    input=DecideExceptionInput,
    answers=ConciliationException,
    apply=_decide_exception,
    keyed=False,
)
COMMANDS: tuple[Command[Any], ...] = (
    RUN,
    MAKE_MATCH,
    DECIDE_MATCH,
    DECIDE_LINE,
    SPLIT_LINE,
    DECIDE_EXCEPTION,
    WRITE_RULE,
    DECIDE_RULE,
)
