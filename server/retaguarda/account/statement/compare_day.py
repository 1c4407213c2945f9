"""Compare a day as it was known at a moment with what is known now.

A journal takes effect at its effective time and is known from the time it is posted. The two are close except for
late entries; so the sum by effective time is the balance by posting time, corrected by the entries around the boundary
and by those recorded late, for which there is an index. The cost does not grow with the account.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from retaguarda import ledger
from retaguarda.account.statement.model import ACCOUNTS, AVAILABLE, Comparison, DayEntry, Difference, Sums
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import choice_of, day_of, end_of, given_of, moment_of, start_of, zone_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.ledger import UnknownAccount

#: Entries of one day returned at most; the list shows a longer day.
MOST = 500
#: The index of late entries leaves out those recorded within an hour; a post may wait seconds for its lock.
_NEAR = timedelta(hours=2)

_ON_DAY = "j.effective_at >= %(begin)s and j.effective_at < %(end)s"
_FIELDS = "j.id, j.kind, j.effective_at, j.reverses, e.leg, e.posted_at, e.amount"
_OF_ACCOUNT = "e.company_id = %(company)s and e.version is not null and e.account_id = %(account)s"
_LATE = "(j.recorded_at - j.effective_at) not between interval '-1 hour' and interval '1 hour'"


def _entries(late: str) -> str:
    """Select the entries posted from %(low)s to %(high)s, and the late ones that meet a condition."""
    return f"""(
      select {_FIELDS} from ledger_entry e join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
       where {_OF_ACCOUNT} and e.posted_at between %(low)s and %(high)s
      union
      select {_FIELDS} from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
       where j.company_id = %(company)s and {_LATE} and {late} and {_OF_ACCOUNT}) e"""


@dataclass(frozen=True, slots=True)
class _Account:
    company: int
    code: str
    id: int

    def key(self, **more: Any) -> dict[str, Any]:
        return {"company": self.company, "account": self.id, **more}

    async def before(self, tx: Tx, moment: datetime, known: datetime) -> int:
        """Sum the entries effective before ``moment``, as far as they were known at ``known``."""
        recorded = min(moment, known)
        balance = await ledger.balance(tx, self.company, self.code, BRL, at=recorded)
        crossing = "(j.effective_at < %(moment)s) <> (j.recorded_at < %(moment)s)"
        corrected = await tx.value(
            "select coalesce(sum(amount * ((effective_at < %(moment)s and posted_at <= %(known)s)::int"
            f" - (posted_at <= %(recorded)s)::int)), 0)::bigint from {_entries(crossing)}",
            self.key(moment=moment, known=known, recorded=recorded, low=moment - _NEAR, high=moment + _NEAR),
        )
        return balance.posted + corrected

    async def sums(self, tx: Tx, begin: datetime, end: datetime, known: datetime) -> Sums:
        row = await tx.one(
            "select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as credits,"
            " coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as debits, count(*) as entries"
            f" from {_entries(_ON_DAY)} where effective_at >= %(begin)s and effective_at < %(end)s and posted_at <= %(known)s",
            self.key(begin=begin, end=end, known=known, low=begin - _NEAR, high=end + _NEAR),
        )
        assert row is not None
        opening = await self.before(tx, begin, known)
        closing = opening + row["credits"] - row["debits"]
        return Sums(
            Money(opening, BRL),
            Money(row["credits"], BRL),
            Money(row["debits"], BRL),
            row["entries"],
            Money(closing, BRL),
        )

    async def day(self, tx: Tx, begin: datetime, end: datetime, order: str, after: datetime | None = None) -> list[Row]:
        """Load the entries effective on the day; with ``after``, only those recorded later than that."""
        later = "" if after is None else " and posted_at > %(after)s"
        return await tx.all(
            f"select * from {_entries(_ON_DAY)} where effective_at >= %(begin)s and effective_at < %(end)s{later}"
            f" order by {order} limit {MOST + 1}",
            self.key(begin=begin, end=end, after=after, low=begin - _NEAR, high=end + _NEAR),
        )

    async def earlier(self, tx: Tx, begin: datetime, known: datetime) -> list[Row]:
        """Load the entries effective before the day and recorded after ``known``, which is not before the day."""
        late = "j.effective_at < %(begin)s and j.recorded_at > %(known)s - interval '1 hour'"
        return await tx.all(
            f"select * from {_entries(late)} where effective_at < %(begin)s and posted_at > %(known)s"
            f" order by posted_at desc, id, leg limit {MOST + 1}",
            self.key(begin=begin, known=known, low=known, high=begin + _NEAR),
        )


async def compare(tx: Tx, company: int, account_code: str, day: date, zone: Any, known: datetime) -> Comparison:
    begin, end = start_of(day, zone), end_of(day, zone)
    account_id = await tx.value(
        "select id from ledger_account where company_id = %(company)s and code = %(code)s and currency = %(currency)s",
        {"company": company, "code": account_code, "currency": BRL},
    )
    if account_id is None:
        raise UnknownAccount(f"company {company} has no account {account_code}")
    account = _Account(company, account_code, account_id)
    entries = await account.day(tx, begin, end, "posted_at, id, leg")
    late = await account.day(tx, begin, end, "posted_at desc, id, leg", known)
    earlier = await account.earlier(tx, begin, known)
    return Comparison(
        account=account_code,
        day=day,
        time_zone=zone.key,
        known_at=known,
        known=await account.sums(tx, begin, end, known),
        now=await account.sums(tx, begin, end, datetime.now(UTC)),
        entries=[_entry(row, known) for row in entries[:MOST]],
        differences=[
            *(_difference(row, "day") for row in late[:MOST]),
            *(_difference(row, "before") for row in earlier[:MOST]),
        ],
        more=max(len(entries), len(late), len(earlier)) > MOST,
    )


def _entry(row: Row, known: datetime) -> DayEntry:
    return DayEntry(
        transaction_id=row["id"],
        kind=row["kind"],
        effective_at=row["effective_at"],
        recorded_at=row["posted_at"],
        movement=Money(row["amount"], BRL),
        known_then=row["posted_at"] <= known,
    )


def _difference(row: Row, when: Any) -> Difference:
    return Difference(
        transaction_id=row["id"],
        kind=row["kind"],
        effective_at=row["effective_at"],
        recorded_at=row["posted_at"],
        movement=Money(row["amount"], BRL),
        reason="recorded_later" if row["reverses"] is None else "reversal",
        place=when,
    )


def compare_route(access: Access) -> Route:
    text = {"type": "string"}

    async def handler(request: Request) -> Response:
        given = given_of(request, ("day", "known_at", "account"))
        known = moment_of(given, "known_at")
        account_code = choice_of(given, "account", ACCOUNTS, AVAILABLE)
        async with CHOSEN_MERCHANT.over(access).open(request, Permission.STATEMENT_CLIENT_READ) as (tx, principal):
            company = principal.chosen()
            zone = await zone_of(tx, company)
            now = datetime.now(UTC)
            day = day_of(given, "day", now.astimezone(zone).date())
            known = known or min(now, end_of(day, zone) - timedelta(microseconds=1))
            if known < start_of(day, zone):
                raise invalid_field(
                    "known_at", "before_the_day", "known_at is not before the day: nothing was known of it"
                )
            return json_response(await compare(tx, company, account_code, day, zone, known))

    return Route(
        "GET",
        "/v1/account/statement/compare",
        "A day by effective time, as it was known at a moment and as it is known now",
        handler,
        permission=Permission.STATEMENT_CLIENT_READ,
        scope=CHOSEN_MERCHANT,
        answers=Comparison,
        parameters=(
            Parameter("day", {"type": "string", "format": "date"}, "of the merchant's calendar", required=True),
            Parameter("known_at", {"type": "string", "format": "date-time"}, "without it, the end of the day"),
            Parameter("account", text | {"enum": list(ACCOUNTS)}, "without it, available"),
        ),
    )
