"""Limits of a sub-account, for one move and for one day of its company: staff set them, and each move checks them."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from retaguarda.accounts.model import LedgerAccount
from retaguarda.accounts.records import OF_ACCOUNT, AccountRow, account_row, account_subject, outflow_today
from retaguarda.accounts.sub_accounts import done_with, sub_account_of, sub_account_shown
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import Price
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one


class SubAccountLimitInput(msgspec.Struct, forbid_unknown_fields=True):
    """Null: no such limit."""

    most_once: Annotated[Price | None, msgspec.Meta(description="of one move")] = None
    most_day: Annotated[Price | None, msgspec.Meta(description="of all moves of a day")] = None


class _Limited(msgspec.Struct):
    """Minor units; None: no such limit."""

    most_once: int | None
    most_day: int | None


async def _limit(tx: Tx, principal: Principal, given: SubAccountLimitInput, path: Mapping[str, str]) -> Done:
    row = await sub_account_of(tx, principal, path)
    if given.most_once and given.most_day and given.most_once.amount > given.most_day.amount:
        raise invalid_field("most_once", "above_day_limit", "one move is at most what may leave on a day")
    await tx.execute(
        "update sub_account set most_once = %(once)s, most_day = %(day)s"
        " where company_id = %(company_id)s and number = %(number)s",
        {
            "company_id": row.company_id,
            "number": row.number,
            "once": given.most_once and given.most_once.amount,
            "day": given.most_day and given.most_day.amount,
        },
    )
    done = await done_with(tx, principal, row.id)
    after = await account_row(tx, principal, row.id)
    assert after is not None
    return Done(done.subject, done.result, {**done.data, "before": _limit_fields(row), "after": _limit_fields(after)})


def _limit_fields(row: AccountRow) -> dict[str, int | None]:
    return {"most_once": row.most_once, "most_day": row.most_day}


async def refuse_beyond_limits(tx: Tx, company: int, account: int, amount: int) -> None:
    """Refuse a move above the limits; an account without limits allows any.

    Raises:
        ApiError: 400 ``amount``: ``move_too_large`` or ``move_day_limit``.
    """
    # Lock the sub-account: of two concurrent moves the second waits and counts the first.
    row = await fetch_one(
        tx,
        _Limited,
        "select s.most_once, s.most_day from sub_account s"
        " join ledger_account a on a.company_id = s.company_id and a.code = 'sub.' || s.number"
        " where s.company_id = %(company)s and a.id = %(account)s for no key update of s",
        {"company": company, "account": account},
    )
    if row is None:
        return
    if row.most_once is not None and amount > row.most_once:
        raise invalid_field("amount", "move_too_large", f"one move is at most {row.most_once} minor units")
    if row.most_day is None:
        return
    left = max(0, row.most_day - await outflow_today(tx, company, account))
    if amount > left:
        raise invalid_field(
            "amount",
            "move_day_limit",
            f"on one day at most {row.most_day} minor units leave, and {left} of them are left",
        )


LIMIT_SUB_ACCOUNT = Command(
    name="accounts:sub_account:limit",
    method="PUT",
    path="/v1/accounts/{id:str}/limits",
    summary="Set how much may leave a sub-account in one move and on one day",
    permission=Permission.REGISTER_COMPANY_WRITE,
    scope=OF_ACCOUNT,
    planned=True,
    input=SubAccountLimitInput,
    answers=LedgerAccount,
    apply=_limit,
    keyed=False,
    subject=account_subject,
    approvable=True,
    shows=sub_account_shown,
)
