"""What a merchant has: now, or at any moment of the past."""

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from retaguarda import ledger
from retaguarda.account.asked import given_of, moment_of
from retaguarda.account.statement.model import ACCOUNTS, AVAILABLE, IN_REVIEW
from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, answer
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.ledger import Balance


class Balances(msgspec.Struct):
    """``available`` is free to move; ``on_hold`` set aside for what is under way; ``in_review`` received and not yet decided
    upon; ``blocked`` what would be free if its way out were not blocked; ``scheduled`` the part on hold that leaves on a day
    to come. The last two are not known of the past."""

    at: datetime
    past: bool
    available: Money
    on_hold: Money
    in_review: Money
    blocked: Money | None
    scheduled: Money | None


async def load_balances(tx: Tx, company: int, at: datetime | None) -> Balances:
    if at is None:
        return await _now(tx, company)
    found = await _past(tx, company, at)
    return _told(found, at=at, past=True, free=Money(found[AVAILABLE].available), blocked=None, scheduled=None)


async def _now(tx: Tx, company: int) -> Balances:
    rows = await tx.all(
        "select code, posted, held, blocked_out from ledger_account where company_id = %(company)s and code = any(%(own)s)",
        {"company": company, "own": list(ACCOUNTS)},
    )
    found = {code: Balance(0, 0) for code in ACCOUNTS} | {
        row["code"]: Balance(row["posted"], row["held"]) for row in rows
    }
    free, none = Money(found[AVAILABLE].available), Money(0)
    blocked = any(row["blocked_out"] for row in rows if row["code"] == AVAILABLE)
    scheduled = await tx.value(
        "select coalesce(sum(amount + fee), 0)::bigint from transfer where company_id = %(company)s"
        " and status in ('created', 'blocked') and scheduled_for is not null",
        {"company": company},
    )
    return _told(
        found,
        at=datetime.now(UTC),
        past=False,
        free=none if blocked else free,
        blocked=free if blocked else none,
        scheduled=Money(scheduled),
    )


def _told(
    found: Mapping[str, Balance],
    *,
    at: datetime,
    past: bool,
    free: Money,
    blocked: Money | None,
    scheduled: Money | None,
) -> Balances:
    available, in_review = found[AVAILABLE], found[IN_REVIEW]
    return Balances(
        at=at,
        past=past,
        available=free,
        on_hold=Money((available.held or 0) + (in_review.held or 0)),
        in_review=Money(in_review.available),
        blocked=blocked,
        scheduled=scheduled,
    )


async def _past(tx: Tx, company: int, at: datetime) -> dict[str, Balance]:
    """Entries tell what was posted by then, and the life of each hold what was set aside."""
    rows = await tx.all(
        "select a.code, coalesce(h.held, 0)::bigint as held from ledger_account a left join ("
        " select h.account_id, sum(h.amount) as held from ledger_hold h where h.company_id = %(company)s"
        " and tstzrange(h.created_at, greatest(h.created_at, coalesce(h.closed_at, 'infinity'))) @> %(at)s::timestamptz"
        # A capture posts, and then ends its hold: between the two it must not count twice.
        " and not exists (select from ledger_entry e where e.company_id = h.company_id and e.journal_id = h.journal_id"
        " and e.account_id = h.account_id and e.posted_at <= %(at)s)"
        " group by h.account_id) h on h.account_id = a.id"
        " where a.company_id = %(company)s and a.code = any(%(own)s)",
        {"company": company, "at": at, "own": list(ACCOUNTS)},
    )
    return {code: Balance(0, 0) for code in ACCOUNTS} | {
        row["code"]: Balance((await ledger.balance(tx, company, row["code"], at=at)).posted, row["held"])
        for row in rows
    }


def balances_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        at = moment_of(given_of(call, ("at",)), "at")
        async with door.open(call, Permission.STATEMENT_CLIENT_READ) as (tx, who):
            return answer(await load_balances(tx, who.chosen(), at))

    return Route(
        "GET",
        "/v1/account/balances",
        "What a merchant has, now or at a moment of the past",
        handler,
        permission=Permission.STATEMENT_CLIENT_READ,
        answers=Balances,
        parameters=(Parameter("at", {"type": "string", "format": "date-time"}, "without it, now"),),
    )
