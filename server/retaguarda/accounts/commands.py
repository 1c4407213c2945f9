"""Block and unblock a ledger account. Postgres refuses postings to a blocked one."""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.accounts.model import AccountBlockInput, LedgerAccount
from retaguarda.accounts.records import (
    OF_ACCOUNT,
    AccountRow,
    account_of,
    account_row,
    account_subject,
    refuse_closed,
    staff_account,
    subject_of,
)
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput

WRITE = Permission.REGISTER_COMPANY_WRITE


async def _block(tx: Tx, principal: Principal, given: AccountBlockInput, path: Mapping[str, str]) -> Done:
    row = await staff_account(tx, principal, path)
    if row.append_only:
        raise ApiError(409, "account_everybodys", "every payment touches this account: it cannot be blocked")
    if row.code.startswith("recipient."):
        raise ApiError(
            409, "account_of_recipient", "payments already agreed to come in here; suspend the recipient instead"
        )
    blocked_in, blocked_out = given.direction in ("both", "in"), given.direction in ("both", "out")
    refuse_closed(row)
    return await _set_block(tx, principal, row, blocked_in, blocked_out, given.reason)


async def _unblock(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await staff_account(tx, principal, path)
    refuse_closed(row)
    if not row.blocked_in and not row.blocked_out:
        raise ApiError(409, "account_not_blocked", "the account is not blocked")
    return await _set_block(tx, principal, row, False, False, given.reason)


async def _set_block(
    tx: Tx, principal: Principal, before: AccountRow, blocked_in: bool, blocked_out: bool, reason: str
) -> Done:
    reason = reason.strip()
    if not reason or not reason.isprintable():
        raise invalid_field("reason", "field_invalid", "reason has 3 to 500 printable characters")
    await ledger.block(tx, before.company_id, before.id, blocked_in=blocked_in, blocked_out=blocked_out, reason=reason)
    after = await account_row(tx, principal, before.id)
    assert after is not None
    data = {"reason": reason, "code": before.code, "before": _block_fields(before), "after": _block_fields(after)}
    return Done(subject_of(before.id), account_of(after), data)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    account: LedgerAccount = done.result
    return plan_summary(account.company_name, {"ledger_account": account.code})


def _block_fields(row: AccountRow) -> dict[str, bool]:
    return {"blocked_in": row.blocked_in, "blocked_out": row.blocked_out}


BLOCK_ACCOUNT = Command(
    name="accounts:account:block",
    method="POST",
    path="/v1/accounts/{id:str}/block",
    summary="Block an account: nothing comes in, nothing goes out, or neither",
    permission=WRITE,
    scope=OF_ACCOUNT,
    planned=True,
    input=AccountBlockInput,
    answers=LedgerAccount,
    apply=_block,
    subject=account_subject,
    approvable=True,
    shows=_shows,
)

UNBLOCK_ACCOUNT = Command(
    name="accounts:account:unblock",
    method="POST",
    path="/v1/accounts/{id:str}/unblock",
    summary="Let a blocked account move again",
    permission=WRITE,
    scope=OF_ACCOUNT,
    planned=True,
    input=ReasonInput,
    answers=LedgerAccount,
    apply=_unblock,
    subject=account_subject,
    approvable=True,
    shows=_shows,
)
