"""Returns the counts and sums of a period from the roll-up, as fast for a hundred million charges as for a thousand."""

from datetime import date, timedelta
from typing import Any

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.charges.model import STATUSES

LONGEST_DAYS = 400
#: Columns of payin_hour that are summed.
SUMS = ("charges", "charged", "converted", "payments", "received", "fees", "refunds", "refunded")
#: The parameters of read_days().
DAYS = tuple(Parameter(name, {"type": "string", "format": "date"}, required=True) for name in ("from", "to"))


class StatusSum(msgspec.Struct):
    status: str
    count: int
    amount: Money


class Sum(msgspec.Struct):
    count: int
    amount: Money


class Summary(msgspec.Struct):
    """Charges created in the period by their status now; ``review``: the payments under review, of any time."""

    statuses: list[StatusSum]
    total: Sum
    review: Sum


def read_days(request: Request) -> tuple[date, date]:
    """Read the days ``from`` and ``to``.

    Raises:
        ApiError: 400 when one is missing, no date, the wrong way round, or too far apart.
    """
    given = dict(request.query)
    days = []
    for name in ("from", "to"):
        try:
            days.append(date.fromisoformat(given.pop(name, "")))
        except ValueError:
            raise invalid_field(name, "not_allowed", f"{name} must be a date, yyyy-MM-dd") from None
    if given:
        raise ApiError(400, "unknown_column", f"{next(iter(given))[:100]!r} is not known here; allowed: from, to")
    if not timedelta(0) <= days[1] - days[0] <= timedelta(days=LONGEST_DAYS):
        raise invalid_field("to", "out_of_range", f"from and to span 0 to {LONGEST_DAYS} days")
    return days[0], days[1]


def of_account(principal: Principal, column: str) -> tuple[str, dict[str, Any]]:
    """Return the condition for the chosen merchant; row security restricts the rest."""
    return ("true", {}) if principal.account is None else (f"{column} = %(account)s", {"account": principal.account})


async def load_review(tx: Tx, principal: Principal) -> Sum:
    where, params = of_account(principal, "company_id")
    row = await tx.one(
        f"select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from pix_payment where status = 'under_review' and {where}",
        params,
    )
    assert row is not None
    return Sum(row["count"], Money(row["amount"], BRL))


def summary_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        first, last = read_days(request)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            where, params = of_account(principal, "company_id")
            rows = await tx.all(
                "select substr(measure, 8) as status, sum(count)::bigint as count, sum(amount)::bigint as amount from payin_day"
                f" where {where} and day between %(first)s and %(last)s and measure like 'charge\\_%%' and currency = %(currency)s group by measure",
                params | {"first": first, "last": last, "currency": BRL},
            )
            found = {row["status"]: row for row in rows}
            statuses = [
                StatusSum(status, found[status]["count"], Money(found[status]["amount"], BRL))
                if status in found
                else StatusSum(status, 0, Money(0, BRL))
                for status in STATUSES
            ]
            total = Sum(sum(each.count for each in statuses), Money(sum(each.amount.amount for each in statuses), BRL))
            return json_response(Summary(statuses, total, await load_review(tx, principal)))

    return Route(
        "GET",
        "/v1/payin/summary",
        "Counts and sums of a period by status",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        answers=Summary,
        parameters=DAYS,
    )
