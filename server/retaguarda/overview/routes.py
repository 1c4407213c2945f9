"""The overview: cards, days, balances, and what waits for a person."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.local_day import today
from retaguarda.foundation.money import BRL, Money, average
from retaguarda.foundation.percentage import percent_of
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.overview.balances import Balance, load_balances
from retaguarda.overview.daily_sums import DaySums, Seen, load_days, load_review, load_so_far

DAYS = 30


class Card(msgspec.Struct):
    """One figure: ``value`` for money, ``number`` for counts, ``percent`` for shares; ``change`` against the period before,
    whose last day counts up to the hour that it is now."""

    key: str
    value: Money | None
    number: int | None
    percent: str | None
    change: str | None
    series: list[int]


class Day(msgspec.Struct):
    day: date
    received: Money
    count: int
    refunded: Money


class Waiting(msgspec.Struct):
    count: int
    amount: Money


class Overview(msgspec.Struct):
    """``before``: as many days before ``days``, in their order."""

    first: date = msgspec.field(name="from")
    last: date = msgspec.field(name="to")
    cards: list[Card]
    days: list[Day]
    before: list[Day]
    balances: list[Balance] | None
    review: Waiting


def overview_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        span = _days(request)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            zone = await _zone(tx, principal)
            last = today(ZoneInfo(zone))
            first = last - timedelta(days=span - 1)
            days = await load_days(tx, _seen(principal, zone), first - timedelta(days=span), last)
            now, before = days[span:], days[:span]
            reached = datetime.now(UTC) - timedelta(days=span)
            fair = [*before[:-1], await load_so_far(tx, _seen(principal, zone), before[-1].day, reached)]
            count, amount = await load_review(tx, principal.account)
            return json_response(
                Overview(
                    first=first,
                    last=last,
                    cards=_cards(now, fair),
                    days=[_day(d) for d in now],
                    before=[_day(d) for d in before],
                    balances=None if principal.account is None else await load_balances(tx, principal.account),
                    review=Waiting(count, Money(amount, BRL)),
                )
            )

    return Route(
        "GET",
        "/v1/overview",
        "Cards, days and balances of the last days",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        answers=Overview,
        parameters=(Parameter("days", {"type": "integer", "minimum": 7, "maximum": 90, "default": DAYS}),),
    )


def _day(sums: DaySums) -> Day:
    return Day(sums.day, Money(sums.received, BRL), sums.payments, Money(sums.refunded, BRL))


def _days(request: Request) -> int:
    raw = dict(request.query).get("days", str(DAYS))
    if not raw.isascii() or not raw.isdigit() or not 7 <= int(raw[:4]) <= 90:
        raise invalid_field("days", "out_of_range", "days must be a whole number from 7 to 90")
    return int(raw)


def _seen(principal: Principal, zone: str) -> Seen:
    if principal.account is not None:
        return Seen(principal.account, [principal.account], zone)
    return Seen(None, None if principal.internal else principal.companies, zone)


async def _zone(tx: Tx, principal: Principal) -> str:
    number = principal.company_id if principal.account is None else principal.account
    return await tx.value("select time_zone from company where id = %(id)s", {"id": number})


def _cards(now: list[DaySums], before: list[DaySums]) -> list[Card]:
    def money(key: str, of: list[int], then: list[int]) -> Card:
        return Card(key, Money(sum(of), BRL), None, None, _change(sum(of), sum(then)), of)

    charges, charges_before = [d.charges for d in now], [d.charges for d in before]
    return [
        money("received", [d.received for d in now], [d.received for d in before]),
        Card("charges", None, sum(charges), None, _change(sum(charges), sum(charges_before)), charges),
        _conversion(now, before),
        _average(now, before),
        money("refunded", [d.refunded for d in now], [d.refunded for d in before]),
    ]


def _conversion(now: list[DaySums], before: list[DaySums]) -> Card:
    """Paid charges of all charges made; the change in points, not in percent of a percent."""
    share = percent_of(sum(d.paid for d in now), sum(d.charges for d in now))
    then = percent_of(sum(d.paid for d in before), sum(d.charges for d in before))
    change = None if share is None or then is None else _signed(share - then)
    series = [0 if not d.charges else d.paid * 1_000 // d.charges for d in now]
    return Card("conversion", None, None, None if share is None else str(share), change, series)


def _average(now: list[DaySums], before: list[DaySums]) -> Card:
    ticket = average(sum(d.received for d in now), sum(d.payments for d in now)) or 0
    then = average(sum(d.received for d in before), sum(d.payments for d in before)) or 0
    series = [average(d.received, d.payments) or 0 for d in now]
    return Card("average_ticket", Money(ticket, BRL), None, None, _change(ticket, then), series)


def _change(now: int, before: int) -> str | None:
    percent = None if before == 0 else percent_of(now - before, before)
    return None if percent is None else _signed(percent)


def _signed(number: Decimal) -> str:
    return f"{number:+}" if number else "0.0"
