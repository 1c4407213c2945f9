"""One account: what it holds, its latest entries, what is set aside."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from retaguarda.accounts.model import LedgerAccount, LedgerAccountEntry, LedgerAccountHold, LedgerAccountRecord
from retaguarda.accounts.tables import JOINED, LAST_MOVE, PARENT, POSTED, SEEN
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, forbidden, not_found
from retaguarda.foundation.local_day import midnight
from retaguarda.foundation.money import Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject

LATEST = 20


async def of_account(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the account that a path names, when the caller sees it."""
    return await tx.value(
        "select company_id from ledger_account where id = %(id)s and company_id = any(%(seen)s)",
        {"id": number_of(request.path_params["id"], "account"), "seen": list(principal.companies)},
    )


OF_ACCOUNT = of_subject(of_account, any_account=True)


#: Under this and its number the events of an account stand.
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
    """The account that a path names, for the provider's own people.

    Raises:
        ApiError: 403 for others, whatever their role says; 404.
    """
    if not principal.internal:
        raise forbidden(Permission.REGISTER_COMPANY_WRITE)
    row = await account_row(tx, principal, number_of(path["id"], "account"))
    if row is None:
        raise not_found("account")
    return row


def refuse_closed(row: Row) -> None:
    """
    Raises:
        ApiError: 409 ``sub_account_closed``.
    """
    if row["closed_at"] is not None:
        raise ApiError(409, "sub_account_closed", "this sub-account is closed: nothing moves on it any more")


def name_of(row: Row) -> str:
    """As its company calls it, where it has a name; else its code."""
    return row["alias"] or row["code"]


def account_of(row: Row) -> LedgerAccount:
    return LedgerAccount(**_fields(row))


async def account_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> LedgerAccount | None:
    """The account as a plan compares it: without moments, which would make every plan another one."""
    row = await account_row(tx, principal, number_of(path["id"], "account"))
    return account_of(row | {"closed_at": None, "last_move_at": None}) if row else None


def _fields(row: Row) -> Row:
    given = {
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
    return given | {
        "most_once": row["most_once"] and Money(row["most_once"]),
        "most_day": row["most_day"] and Money(row["most_day"]),
        "kind": "entries" if row["append_only"] else "balance",
        "available": Money(row["sum"] - row["held"]),
        "on_hold": Money(row["held"]),
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
    gone = 0 if row["most_day"] is None else await gone_today(tx, row["company_id"], account)
    return LedgerAccountRecord(
        **_fields(row),
        day_left=row["most_day"] and Money(max(0, row["most_day"] - gone)),
        entries=[_entry(each) for each in entries],
        holds=[
            LedgerAccountHold(
                each["id"], each["reference"], Money(each["amount"]), each["created_at"], each["expires_at"]
            )
            for each in holds
        ],
    )


async def gone_today(tx: Tx, company: int, account: int) -> int:
    """Minor units that have left the account since midnight of its company."""
    zone = await tx.value("select time_zone from company where id = %(company)s", {"company": company})
    return await tx.value(_GONE, {"company": company, "account": account, "since": midnight(ZoneInfo(zone))})


#: By the index of debits.
_GONE = """
    select coalesce(-sum(amount), 0)::bigint from ledger_entry
     where company_id = %(company)s and account_id = %(account)s and posted_at >= %(since)s and version is not null and amount < 0
"""


def _entry(row: Row) -> LedgerAccountEntry:
    after = row["balance_after"]
    return LedgerAccountEntry(
        journal_id=row["journal_id"],
        kind=row["kind"],
        reference=row["reference"],
        amount=Money(row["amount"]),
        balance_after=money_or_none(after),
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
