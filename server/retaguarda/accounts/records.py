"""One ledger account with its latest entries and open holds."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from retaguarda.accounts.model import LedgerAccount, LedgerAccountEntry, LedgerAccountHold, LedgerAccountRecord
from retaguarda.accounts.tables import JOINED, LAST_MOVE, PARENT, POSTED, SEEN
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, forbidden, not_found
from retaguarda.foundation.local_day import midnight
from retaguarda.foundation.money import BRL, Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject

LATEST = 20


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


async def account_row(tx: Tx, principal: Principal, account: int) -> Row | None:
    return await tx.one(
        f"select a.*, k.name as company_name, s.number, s.alias, s.closed_at, s.most_once, s.most_day, {PARENT} as parent, {POSTED}::bigint as sum,"
        f" {LAST_MOVE} as last_move_at from {JOINED} join company k on k.id = a.company_id"
        f" where a.id = %(id)s and a.company_id = %(company)s and {SEEN}",
        {"id": account, "company": principal.chosen()},
    )


async def staff_account(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
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


def refuse_closed(row: Row) -> None:
    """Refuse a closed sub-account.

    Raises:
        ApiError: 409 ``sub_account_closed``.
    """
    if row["closed_at"] is not None:
        raise ApiError(409, "sub_account_closed", "this sub-account is closed: nothing moves on it any more")


def name_of(row: Row) -> str:
    """Return the alias of an account, or its code where it has none."""
    return row["alias"] or row["code"]


def account_of(row: Row) -> LedgerAccount:
    return LedgerAccount(**_fields(row))


async def account_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> LedgerAccount | None:
    """Load the account for a plan to compare. Leave out times: they would make every plan differ."""
    row = await account_row(tx, principal, number_of(path["id"], "account"))
    return account_of(row | {"closed_at": None, "last_move_at": None}) if row else None


def _fields(row: Row) -> Row:
    fields = {
        name: row[name]
        for name in (
            "id",
            "code",
            "company_id",
            "company_name",
            "currency",
            "blocked_in",
            "blocked_out",
            "block_reason",
            "alias",
            "parent",
            "closed_at",
        )
    }
    return fields | {
        "most_once": row["most_once"] and Money(row["most_once"], row["currency"]),
        "most_day": row["most_day"] and Money(row["most_day"], row["currency"]),
        "kind": "entries" if row["append_only"] else "balance",
        "available": Money(row["sum"] - row["held"], row["currency"]),
        "on_hold": Money(row["held"], row["currency"]),
        "created_at": row["created_at"],
        "last_move_at": row["last_move_at"],
    }


async def _load(tx: Tx, principal: Principal, account: int) -> LedgerAccountRecord | None:
    row = await account_row(tx, principal, account)
    if row is None:
        return None
    key = {"company": row["company_id"], "account": account}
    entries = await tx.all(_TAIL if row["append_only"] else _ENTRIES, key)
    holds = await tx.all(_HOLDS, key)
    outflow = 0 if row["most_day"] is None else await outflow_today(tx, row["company_id"], account)
    return LedgerAccountRecord(
        **_fields(row),
        day_left=row["most_day"] and Money(max(0, row["most_day"] - outflow), row["currency"]),
        entries=[_entry(each) for each in entries],
        holds=[
            LedgerAccountHold(
                each["id"], each["reference"], Money(each["amount"], BRL), each["created_at"], each["expires_at"]
            )
            for each in holds
        ],
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


def _entry(row: Row) -> LedgerAccountEntry:
    after = row["balance_after"]
    return LedgerAccountEntry(
        journal_id=row["journal_id"],
        kind=row["kind"],
        reference=row["reference"],
        amount=Money(row["amount"], BRL),
        balance_after=money_or_none(after, BRL),
        at=row["posted_at"],
    )


_OF_ENTRY = (
    "select e.journal_id, j.kind, j.reference, e.amount, e.balance_after, e.posted_at from ledger_entry e"
    " join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id where e.account_id = %(account)s"
)
_ENTRIES = f"{_OF_ENTRY} and e.version is not null order by e.version desc limit {LATEST}"
_TAIL = f"{_OF_ENTRY} and e.version is null order by e.xid desc limit {LATEST}"
_HOLDS = (
    "select id, reference, amount, created_at, expires_at from ledger_hold where company_id = %(company)s"
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
