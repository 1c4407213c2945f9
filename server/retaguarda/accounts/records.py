"""One ledger account with its latest entries and open holds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.accounts.model import LedgerAccount, LedgerAccountEntry, LedgerAccountHold, LedgerAccountRecord
from retaguarda.accounts.tables import JOINED, LAST_MOVE, PARENT, POSTED, SEEN
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, forbidden, not_found
from retaguarda.foundation.local_day import midnight
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, struct_fields

LATEST = 20


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """A ledger account with what makes it a sub-account, where it is one: ``number`` and what stands with it. Sums in minor units of
    ``currency``: ``sum`` is what is posted, of an account of entries too; ``posted`` is the running balance alone."""

    id: int
    company_id: int
    company_name: str
    code: str
    currency: str
    append_only: bool
    posted: int
    held: int
    sum: int
    blocked_in: bool
    blocked_out: bool
    block_reason: str | None
    number: int | None
    alias: str | None
    parent: str | None
    most_once: int | None
    most_day: int | None
    created_at: datetime
    closed_at: datetime | None
    last_move_at: datetime | None

    def money(self, amount: int) -> Money:
        return Money(amount, self.currency)


async def of_account(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the account that the path names; None when the principal does not see it."""
    return await tx.value(
        "select company_id from ledger_account where id = %(id)s and company_id = any(%(seen)s)",
        {"id": number_of(request.path_params["id"], "account"), "seen": list(principal.companies)},
    )


OF_ACCOUNT = of_subject(of_account, any_account=True)


#: Events of an account carry this and its id as their subject.
SUBJECT = "account:"


def subject_of(account: int) -> str:
    return f"{SUBJECT}{account}"


async def account_row(tx: Tx, principal: Principal, account: int) -> AccountRow | None:
    return await fetch_one(
        tx,
        AccountRow,
        f"select a.*, k.name as company_name, s.number, s.alias, s.closed_at, s.most_once, s.most_day, {PARENT} as parent, {POSTED}::bigint as sum,"
        f" {LAST_MOVE} as last_move_at from {JOINED} join company k on k.id = a.company_id"
        f" where a.id = %(id)s and a.company_id = %(company)s and {SEEN}",
        {"id": account, "company": principal.chosen()},
    )


async def staff_account(tx: Tx, principal: Principal, path: Mapping[str, str]) -> AccountRow:
    """Load the account that the path names, for staff only.

    Raises:
        ApiError: 403 for others, whatever their role; 404.
    """
    if not principal.internal:
        raise forbidden(Permission.REGISTER_COMPANY_WRITE)
    row = await account_row(tx, principal, number_of(path["id"], "account"))
    if row is None:
        raise not_found("account")
    return row


def refuse_closed(row: AccountRow) -> None:
    """Refuse a closed sub-account.

    Raises:
        ApiError: 409 ``sub_account_closed``.
    """
    if row.closed_at is not None:
        raise ApiError(409, "sub_account_closed", "this sub-account is closed: nothing moves on it any more")


def account_of(row: AccountRow) -> LedgerAccount:
    return LedgerAccount(**_fields(row))


async def account_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> LedgerAccount | None:
    """Load the account for a plan to compare. Leave out times: they would make every plan differ."""
    row = await account_row(tx, principal, number_of(path["id"], "account"))
    return account_of(msgspec.structs.replace(row, closed_at=None, last_move_at=None)) if row else None


def _fields(row: AccountRow) -> dict[str, Any]:
    return struct_fields(
        LedgerAccount,
        row,
        kind="entries" if row.append_only else "balance",
        available=row.money(row.sum - row.held),
        on_hold=row.money(row.held),
    )


async def _load(tx: Tx, principal: Principal, account: int) -> LedgerAccountRecord | None:
    row = await account_row(tx, principal, account)
    if row is None:
        return None
    key = {"company": row.company_id, "account": account, "currency": row.currency}
    left: Money | None = None
    if row.most_day is not None:
        left = row.money(max(0, row.most_day - await outflow_today(tx, row.company_id, account)))
    return LedgerAccountRecord(
        **_fields(row),
        day_left=left,
        entries=await fetch_all(tx, LedgerAccountEntry, _TAIL if row.append_only else _ENTRIES, key),
        holds=await fetch_all(tx, LedgerAccountHold, _HOLDS, key),
    )


async def outflow_today(tx: Tx, company: int, account: int) -> int:
    """Sum what left the account since midnight of its company, in minor units."""
    zone = await tx.value("select time_zone from company where id = %(company)s", {"company": company})
    return await tx.value(_OUTFLOW, {"company": company, "account": account, "since": midnight(ZoneInfo(zone))})


#: Uses the index of debits.
_OUTFLOW = """
    select coalesce(-sum(amount), 0)::bigint from ledger_entry
     where company_id = %(company)s and account_id = %(account)s and posted_at >= %(since)s and version is not null and amount < 0
"""


_OF_ENTRY = (
    "select e.journal_id, j.kind, j.reference, e.amount, e.balance_after, e.currency, e.posted_at as at from ledger_entry e"
    " join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id where e.account_id = %(account)s"
)
_ENTRIES = f"{_OF_ENTRY} and e.version is not null order by e.version desc limit {LATEST}"
_TAIL = f"{_OF_ENTRY} and e.version is null order by e.xid desc limit {LATEST}"
_HOLDS = (
    "select id, reference, amount, %(currency)s as currency, created_at, expires_at from ledger_hold where company_id = %(company)s"
    f" and account_id = %(account)s and state = 'open' order by created_at desc limit {LATEST}"
)

ACCOUNT_RECORD = Record(
    path="/v1/accounts/{id:str}",
    summary="One account of the ledger: what it holds, entries, holds",
    permission=Permission.AUTHS_READ,
    scope=OF_ACCOUNT,
    answers=LedgerAccountRecord,
    load=_load,
    key=number_of,
)
