"""Sub-accounts: named parts of a company's money that staff open and close.

Each is a ledger account (sub.<number>) that never falls below zero. Payments come in and withdrawals go out through the
available balance only; the company moves money between it and its sub-accounts (move_money.py).
"""

from collections.abc import Mapping

import msgspec

from retaguarda import ledger
from retaguarda.accounts.model import AccountAliasInput, LedgerAccount
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
from retaguarda.accounts.tables import SUB
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, forbidden, invalid_field, not_found
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.text_input import ReasonInput
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.ledger import AccountRef

WRITE = Permission.REGISTER_COMPANY_WRITE
#: Most open sub-accounts of one company.
MOST = 50
#: Block reason of a closed sub-account; the ledger names it when it refuses a posting.
CLOSED = "closed"


class _Sums(msgspec.Struct):
    """Of the sub-accounts of a company; ``number`` is that of the next one."""

    open: int
    number: int


async def _open(tx: Tx, principal: Principal, given: AccountAliasInput, path: Mapping[str, str]) -> Done:
    if not principal.internal:
        raise forbidden(WRITE)
    company = principal.chosen()
    # Lock the company: of two concurrent requests the second waits and takes the next number.
    if await tx.value("select id from company where id = %(id)s for no key update", {"id": company}) is None:
        raise not_found("company")
    alias = await _free_alias(tx, company, given.alias)
    sums = await fetch_one(
        tx,
        _Sums,
        "select count(*) filter (where closed_at is null) as open, coalesce(max(number), 0) + 1 as number"
        " from sub_account where company_id = %(company)s",
        {"company": company},
    )
    assert sums is not None
    if sums.open >= MOST:
        raise ApiError(409, "sub_accounts_full", f"a company has at most {MOST} sub-accounts")
    opened = AccountRef(company, f"{SUB}{sums.number}", BRL)
    await tx.execute(
        "insert into sub_account (company_id, number, alias, currency, created_by)"
        " values (%(company)s, %(number)s, %(alias)s, %(currency)s, %(by)s)",
        {
            "company": company,
            "number": sums.number,
            "alias": alias,
            "currency": opened.currency,
            "by": principal.email,
        },
    )
    await ledger.open_account(tx, opened, floor=0)
    account = await tx.value(
        "select id from ledger_account where company_id = %(company)s and code = %(code)s and currency = %(currency)s",
        {"company": company, "code": opened.code, "currency": opened.currency},
    )
    return await done_with(tx, principal, account)


async def _rename(tx: Tx, principal: Principal, given: AccountAliasInput, path: Mapping[str, str]) -> Done:
    row = await sub_account_of(tx, principal, path)
    alias = await _free_alias(tx, row.company_id, given.alias, except_number=row.number)
    await tx.execute(
        "update sub_account set alias = %(alias)s where company_id = %(company_id)s and number = %(number)s",
        {"company_id": row.company_id, "number": row.number, "alias": alias},
    )
    return await done_with(tx, principal, row.id)


async def _close(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """Block the sub-account, require that it is empty, and mark it closed."""
    row = await sub_account_of(tx, principal, path)
    # Block before looking: its balance cannot change any more.
    await ledger.block(tx, row.company_id, row.id, blocked_in=True, blocked_out=True, reason=CLOSED)
    fresh = await account_row(tx, principal, row.id)
    assert fresh is not None
    if fresh.posted or fresh.held:
        raise ApiError(409, "sub_account_not_empty", "move what it holds to another account first")
    await tx.execute(
        "update sub_account set closed_at = now(), closed_by = %(by)s"
        " where company_id = %(company_id)s and number = %(number)s",
        {"company_id": row.company_id, "number": row.number, "by": principal.email},
    )
    return await done_with(tx, principal, row.id)


async def sub_account_of(tx: Tx, principal: Principal, path: Mapping[str, str]) -> AccountRow:
    """Load the open sub-account that the path names, for staff only.

    Raises:
        ApiError: 403, 404; 409 ``not_a_sub_account`` or ``sub_account_closed``.
    """
    row = await staff_account(tx, principal, path)
    if row.number is None:
        raise ApiError(409, "not_a_sub_account", "this account is not a sub-account")
    refuse_closed(row)
    return row


async def _free_alias(tx: Tx, company: int, alias: str, *, except_number: int | None = None) -> str:
    alias = alias.strip()
    if not alias or not alias.isprintable():
        raise invalid_field("alias", "field_invalid", "alias has 1 to 60 printable characters")
    taken = await tx.value(
        "select true from sub_account where company_id = %(company)s and lower(alias) = lower(%(alias)s)"
        " and closed_at is null and number is distinct from %(but)s",
        {"company": company, "alias": alias, "but": except_number},
    )
    if taken:
        raise invalid_field("alias", "alias_taken", "another sub-account of this company has this name")
    return alias


async def done_with(tx: Tx, principal: Principal, account: int) -> Done:
    row = await account_row(tx, principal, account)
    assert row is not None
    return Done(subject_of(account), account_of(row), {"alias": row.alias, "code": row.code})


async def sub_account_shown(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    account: LedgerAccount = done.result
    return plan_summary(
        f"{account.alias} · {account.company_name}", {"merchant": account.company_name, "name": account.alias}
    )


OPEN_SUB_ACCOUNT = Command(
    name="accounts:sub_account:open",
    method="POST",
    path="/v1/companies/{id:str}/sub-accounts",
    summary="Open a sub-account of a company",
    permission=WRITE,
    scope=COMPANY,
    input=AccountAliasInput,
    answers=LedgerAccount,
    apply=_open,
    status=201,
    approvable=True,
    shows=sub_account_shown,
)
RENAME_SUB_ACCOUNT = Command(
    name="accounts:sub_account:rename",
    method="PUT",
    path="/v1/accounts/{id:str}/alias",
    summary="Give a sub-account another name",
    permission=WRITE,
    scope=OF_ACCOUNT,
    planned=True,
    input=AccountAliasInput,
    answers=LedgerAccount,
    apply=_rename,
    keyed=False,
    subject=account_subject,
)
CLOSE_SUB_ACCOUNT = Command(
    name="accounts:sub_account:close",
    method="POST",
    path="/v1/accounts/{id:str}/close",
    summary="Close a sub-account that holds nothing",
    permission=WRITE,
    scope=OF_ACCOUNT,
    planned=True,
    input=ReasonInput,
    answers=LedgerAccount,
    apply=_close,
    subject=account_subject,
    approvable=True,
    shows=sub_account_shown,
)
