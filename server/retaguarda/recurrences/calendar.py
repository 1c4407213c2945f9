"""Returns the expected and received amounts of each day of a month."""

import re
from datetime import date

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.recurrences.model import CalendarDay

_MONTH = re.compile(r"(20[2-9][0-9])-(0[1-9]|1[0-2])")
#: Whatever its outcome, a charge counts as expected on its due day, unless it was cancelled.
_DAYS = """
select due_on as day,
       coalesce(sum(amount) filter (where status <> 'cancelled'), 0)::bigint as expected,
       count(*) filter (where status <> 'cancelled') as expected_count,
       coalesce(sum(paid), 0)::bigint as received,
       count(*) filter (where status = 'paid') as received_count,
       count(*) filter (where status in ('rejected', 'expired', 'failed')) as refused_count
  from recurring_charge
 where company_id = any(%(seen)s) and (%(account)s::int is null or company_id = %(account)s)
   and due_on >= %(first)s and due_on < %(first)s + interval '1 month'
 group by due_on order by due_on
"""


def calendar_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        first = _first(request)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            rows = await tx.all(
                _DAYS, {"seen": list(principal.companies), "account": principal.account, "first": first}
            )
        days = [_day(row) for row in rows]
        return json_response(days)

    return Route(
        "GET",
        "/v1/pix/calendar",
        "What is due on each day of a month, and what has been paid",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        answers=list[CalendarDay],
        parameters=(
            Parameter(
                "month", {"type": "string", "pattern": "^20[2-9][0-9]-(0[1-9]|1[0-2])$"}, "2026-11; this month without"
            ),
        ),
    )


def _first(request: Request) -> date:
    given = [value for name, value in request.query if name == "month"]
    if not given:
        return today(BRASILIA).replace(day=1)
    if len(given) != 1 or not (found := _MONTH.fullmatch(given[0])):
        raise invalid_field("month", "field_invalid", "month is a month such as 2026-11")
    return date(int(found[1]), int(found[2]), 1)


def _day(row: Row) -> CalendarDay:
    fields: Row = row | {name: Money(row[name], BRL) for name in ("expected", "received")}
    return CalendarDay(**fields)
