"""Commands on bank accounts. Each decides where money may go, so each requires a second factor."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from retaguarda.account.bank_accounts.add_bank_account import read_account, write_account
from retaguarda.account.bank_accounts.model import VERIFYING_AMOUNT, BankAccount, BankAccountInput
from retaguarda.account.bank_accounts.plan_facts import of_account
from retaguarda.account.bank_accounts.queries import account_for_update, account_subject, load_bank_account
from retaguarda.account.bank_accounts.tables import BANK_ACCOUNTS
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payout_engine.payout_orders import insert_order

_ONE = "/v1/account/bank-accounts/{id:str}"


async def _add(tx: Tx, principal: Principal, given: BankAccountInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    company = principal.chosen()
    document = await tx.value("select document from company where id = %(company)s", {"company": company})
    columns = await read_account(tx, given, document)
    account_id = await write_account(tx, company, columns, principal.person_id)
    data = {"nickname": columns["nickname"], "kind": columns["kind"], "ownership": columns["ownership"]}
    return Done(str(account_id), await load_bank_account(tx, company, account_id), data)


async def _verify(ispb: str, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Write the payout order of one centavo; the event consumer queues the job that sends it."""
    row = await _account(tx, principal, path)
    if row["status"] != "pending_verification":
        raise ApiError(409, "bank_account_not_pending", f"this bank account is {row['status']}")
    in_progress = await tx.value(
        "select true from payout_order where company_id = %(company_id)s and bank_account_id = %(id)s and state <> 'refused'",
        row,
    )
    if in_progress:
        raise ApiError(409, "bank_account_verifying", "its centavo is on the way")
    await insert_order(tx, row["company_id"], VERIFYING_AMOUNT, ispb, account=row["id"])
    return await _done(tx, row)


async def _make_default(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await _account(tx, principal, path)
    if row["status"] != "verified":
        raise ApiError(409, "bank_account_not_verified", f"this bank account is {row['status']}")
    await tx.execute(
        "update bank_account set is_default = false where company_id = %(company_id)s and is_default and id <> %(id)s",
        row,
    )
    await tx.execute("update bank_account set is_default = true where company_id = %(company_id)s and id = %(id)s", row)
    return await _done(tx, row)


async def _disable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await _account(tx, principal, path)
    if row["status"] == "disabled":
        raise ApiError(409, "bank_account_disabled", "this bank account is disabled already")
    await tx.execute(
        "update bank_account set status = 'disabled', is_default = false where company_id = %(company_id)s and id = %(id)s",
        row,
    )
    return await _done(tx, row)


async def _account(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    principal.require(Permission.TWO_FACTOR)
    return await account_for_update(tx, principal.chosen(), path_id(path))


async def _done(tx: Tx, row: Row) -> Done:
    result = await load_bank_account(tx, row["company_id"], row["id"])
    return Done(str(row["id"]), result, {"nickname": row["nickname"]})


_command = partial(
    Command,
    permission=Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
    scope=MERCHANT,
    planned=True,
    answers=BankAccount,
    method="POST",
    approvable=True,
    shows=of_account,
)

ADD = _command(
    name="account:bank_account:create",
    path="/v1/account/bank-accounts",
    summary="Add a bank account, or a Pix key, that money may go to",
    input=BankAccountInput,
    apply=_add,
    status=201,
)
MAKE_DEFAULT = _command(
    name="account:bank_account:make_default",
    path=f"{_ONE}/default",
    summary="Make a bank account the one that is offered first",
    input=Nothing,
    apply=_make_default,
    keyed=False,
    subject=account_subject,
)
DISABLE = _command(
    name="account:bank_account:disable",
    path=f"{_ONE}/disable",
    summary="Let no more money go to a bank account",
    input=Nothing,
    apply=_disable,
    keyed=False,
    subject=account_subject,
    bulk=BANK_ACCOUNTS,
)


def commands(ispb: str) -> tuple[Command[Any], ...]:
    """Build the Commands of bank accounts.

    Args:
        ispb: ISPB of the participant that the end-to-end ids of our payout orders carry.
    """
    verify = _command(
        name="account:bank_account:verify",
        path=f"{_ONE}/verify",
        summary="Verify a bank account by a Pix of one centavo",
        input=Nothing,
        apply=partial(_verify, ispb),
        subject=account_subject,
    )
    return ADD, verify, MAKE_DEFAULT, DISABLE
