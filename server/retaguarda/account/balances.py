"""Compute a merchant's balances, now or at a moment of the past."""

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from retaguarda import ledger
from retaguarda.account.statement.model import ACCOUNTS, AVAILABLE, IN_REVIEW
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of, moment_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.ledger import Balance


class SubBalance(msgspec.Struct):
    """The balance of one sub-account; ``id`` is the id of its ledger account."""

    id: int
    code: str
    alias: str
    available: Money
    on_hold: Money


class Restriction(msgspec.Struct):
    """Money of the merchant that a court ordered to be held, where the order is no secret."""

    process: str
    court: str
    amount: Money
    since: datetime


class Balances(msgspec.Struct):
    """``available`` is free to move; ``on_hold`` is set aside for operations in progress; ``in_review`` was received
    and awaits a decision; ``blocked`` is what would be available if outgoing money were not blocked; ``scheduled`` is
    the part on hold that leaves on a later day. ``blocked`` and ``scheduled`` are null for the past. ``sub_accounts``
    lists the sub-accounts open at that moment; no other field includes their money. ``restrictions``: what courts hold now, part
    of ``on_hold`` here and of sub-accounts; empty for the past."""

    at: datetime
    past: bool
    available: Money
    on_hold: Money
    in_review: Money
    blocked: Money | None
    scheduled: Money | None
    sub_accounts: list[SubBalance]
    restrictions: list[Restriction]


async def load_balances(tx: Tx, company: int, at: datetime | None) -> Balances:
    if at is None:
        return await _current_balances(tx, company)
    by_code, sub_balances = await _past_balances(tx, company, at)
    available = Money(by_code[AVAILABLE].available, BRL)
    return _balances(by_code, sub_balances, at=at, past=True, free=available, blocked=None, scheduled=None)


async def _current_balances(tx: Tx, company: int) -> Balances:
    rows = await tx.all(
        f"select a.id, a.code, a.posted, a.held, a.blocked_out, s.alias {_OWN} and s.closed_at is null {_ORDER}",
        {"company": company, "own": list(ACCOUNTS)},
    )
    by_code = {code: Balance(0, 0) for code in ACCOUNTS} | {
        row["code"]: Balance(row["posted"], row["held"]) for row in rows
    }
    available, zero = Money(by_code[AVAILABLE].available, BRL), Money(0, BRL)
    blocked = any(row["blocked_out"] for row in rows if row["code"] == AVAILABLE)
    scheduled = await tx.value(
        "select coalesce(sum(amount + fee), 0)::bigint from payout where company_id = %(company)s"
        " and status in ('created', 'blocked') and scheduled_for is not null",
        {"company": company},
    )
    return _balances(
        by_code,
        [_sub_balance(row, Balance(row["posted"], row["held"])) for row in rows if row["alias"]],
        at=datetime.now(UTC),
        past=False,
        free=zero if blocked else available,
        blocked=available if blocked else zero,
        scheduled=Money(scheduled, BRL),
        restrictions=await _restrictions(tx, company),
    )


def _balances(
    by_code: Mapping[str, Balance],
    sub_balances: list[SubBalance],
    *,
    at: datetime,
    past: bool,
    free: Money,
    blocked: Money | None,
    scheduled: Money | None,
    restrictions: list[Restriction] | None = None,
) -> Balances:
    available, in_review = by_code[AVAILABLE], by_code[IN_REVIEW]
    return Balances(
        at=at,
        past=past,
        available=free,
        on_hold=Money((available.held or 0) + (in_review.held or 0), BRL),
        in_review=Money(in_review.available, BRL),
        blocked=blocked,
        scheduled=scheduled,
        sub_accounts=sub_balances,
        restrictions=restrictions or [],
    )


async def _restrictions(tx: Tx, company: int) -> list[Restriction]:
    rows = await tx.all(
        "select process, court, jsonb_build_object('amount', amount, 'currency', currency) as amount, since"
        " from judicial_told(%(company)s)",
        {"company": company},
    )
    return msgspec.convert(rows, list[Restriction])


def _sub_balance(row: Row, balance: Balance) -> SubBalance:
    return SubBalance(
        row["id"], row["code"], row["alias"], Money(balance.available, BRL), Money(balance.held or 0, BRL)
    )


#: Join each ledger account ``a`` of a merchant with its row ``s`` of ``sub_account``, where it is one.
_OWN = (
    "from ledger_account a left join published.sub_account s on s.company_id = a.company_id and a.code = 'sub.' || s.number"
    " where a.company_id = %(company)s and (a.code = any(%(own)s) or s.number is not null)"
)
_ORDER = "order by s.number nulls first"


async def _past_balances(tx: Tx, company: int, at: datetime) -> tuple[dict[str, Balance], list[SubBalance]]:
    """Rebuild the balances at ``at``: entries give what was posted by then, the lifetime of each hold what was set
    aside."""
    rows = await tx.all(
        "select own.*, coalesce(h.held, 0)::bigint as held from"
        f" (select a.id, a.code, s.alias {_OWN} and (s.number is null"
        "   or s.created_at <= %(at)s and coalesce(s.closed_at > %(at)s, true))) own left join ("
        " select h.account_id, sum(h.amount) as held from ledger_hold h where h.company_id = %(company)s"
        " and tstzrange(h.created_at, greatest(h.created_at, coalesce(h.closed_at, 'infinity'))) @> %(at)s::timestamptz"
        # A capture posts first and closes its hold afterwards: do not count the money twice in between.
        " and not exists (select from ledger_entry e where e.company_id = h.company_id and e.journal_id = h.journal_id"
        " and e.account_id = h.account_id and e.posted_at <= %(at)s)"
        " group by h.account_id) h on h.account_id = own.id order by own.id",
        {"company": company, "at": at, "own": list(ACCOUNTS)},
    )
    by_code, sub_balances = {code: Balance(0, 0) for code in ACCOUNTS}, list[SubBalance]()
    for row in rows:
        balance = Balance((await ledger.balance(tx, company, row["code"], BRL, at=at)).posted, row["held"])
        if row["alias"] is None:
            by_code[row["code"]] = balance
        else:
            sub_balances.append(_sub_balance(row, balance))
    return by_code, sub_balances


def balances_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        at = moment_of(given_of(request, ("at",)), "at")
        async with CHOSEN_MERCHANT.over(access).open(request, Permission.STATEMENT_CLIENT_READ) as (tx, principal):
            return json_response(await load_balances(tx, principal.chosen(), at))

    return Route(
        "GET",
        "/v1/account/balances",
        "What a merchant has, now or at a moment of the past",
        handler,
        permission=Permission.STATEMENT_CLIENT_READ,
        scope=CHOSEN_MERCHANT,
        answers=Balances,
        parameters=(Parameter("at", {"type": "string", "format": "date-time"}, "without it, now"),),
    )
