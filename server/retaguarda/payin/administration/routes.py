"""The administration of pay-in: the sums of a period beside those of as many days before."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.administration.figures import SUMS, PayinFigures, figures_of
from retaguarda.payin.administration.hourly_rollup import NAME
from retaguarda.payin.administration.merchants import MerchantSums, load_merchants
from retaguarda.payin.charges.summary import DAYS, read_days


class PayinPart(msgspec.Struct):
    """``key``: a method (immediate, due, static, automatic) or the name of a processor."""

    key: str
    figures: PayinFigures


class PayinDay(msgspec.Struct):
    day: date
    figures: PayinFigures


class PayinHourOfDay(msgspec.Struct):
    """Of all days of the period together; ``hour`` from 0 to 23."""

    hour: int
    figures: PayinFigures


class PayinAdministration(msgspec.Struct):
    """``days`` are those of the period, ``days_before`` as many that end the day before it, in their order.

    ``before`` is fair to a period that is not over: its last day counts up to the hour that it is now. ``as_of``: everything
    up to then is in it. ``merchants`` is there for who sees all of them; those that moved nothing are not.
    """

    first: date = msgspec.field(name="from")
    last: date = msgspec.field(name="to")
    as_of: datetime
    time_zone: str
    now: PayinFigures
    before: PayinFigures
    days: list[PayinDay]
    days_before: list[PayinDay]
    hours: list[PayinHourOfDay]
    methods: list[PayinPart]
    processors: list[PayinPart]
    merchants: list[MerchantSums] | None


_SUMS = ", ".join(f"sum({name})::bigint as {name}" for name in SUMS)

#: One pass over the hours of both periods. An hour belongs to the day, in the zone, in which it begins. An hour before is
#: ``fair`` once the one as far into the period has begun; others count for their own day alone.
_PARTS = f"""
select part, fair, day, hour_of_day, method, processor, {_SUMS}
  from (select h.*, (hour at time zone %(zone)s)::date as day, extract(hour from hour at time zone %(zone)s)::int as hour_of_day,
               hour >= %(first)s::timestamp at time zone %(zone)s as now, hour + %(span)s <= %(moment)s::timestamptz as reached
          from {{hours}} h
         where currency = %(currency)s and hour >= %(before)s::timestamp at time zone %(zone)s and hour < %(end)s::timestamp at time zone %(zone)s) h,
       lateral (select case when now then 'now' else 'before' end as part, now or reached as fair) p
 group by grouping sets ((part, fair), (part, day), (part, hour_of_day), (part, method), (part, processor))
"""
_OF_HOUSE = _PARTS.format(hours="payin_house_hour")
_OF_COMPANIES = _PARTS.format(hours="(select * from payin_hour where company_id = any(%(companies)s))")

#: Now, while the reader has nothing before it; else the moment of the first event of the scope that waits for it.
_AS_OF = """
select coalesce((select e.at from event e where (e.xid, e.id) > (r.xid, r.id)
                    and (e.name like 'payin:%%' or e.name like 'pix:%%') order by e.xid, e.id limit 1), now())
  from event_reader r where r.name = %(name)s
"""


def administration_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        first, last = read_days(request)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            return json_response(await _read(tx, principal, first, last))

    return Route(
        "GET",
        "/v1/payin/administration",
        "Pay-in of a period: volume, conversion, refunds and fees, by day, hour, method, processor and merchant",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        answers=PayinAdministration,
        parameters=DAYS,
    )


async def _read(tx: Tx, principal: Principal, first: date, last: date) -> PayinAdministration:
    number = principal.company_id if principal.account is None else principal.account
    zone: str = await tx.value("select time_zone from company where id = %(id)s", {"id": number})
    span = last - first + timedelta(days=1)
    of_all = principal.internal and principal.account is None
    rows = await tx.all(
        _OF_HOUSE if of_all else _OF_COMPANIES,
        {
            "zone": zone,
            "currency": BRL,
            "before": first - span,
            "span": span,
            "moment": datetime.now(UTC),
            "first": first,
            "end": last + timedelta(days=1),
            "companies": list(principal.companies) if principal.account is None else [principal.account],
        },
    )
    now = [row for row in rows if row["part"] == "now"]
    before = [row for row in rows if row["part"] == "before"]
    return PayinAdministration(
        first=first,
        last=last,
        as_of=await tx.value(_AS_OF, {"name": NAME}),
        time_zone=zone,
        now=figures_of(_total(now)),
        before=figures_of(_total(before)),
        days=_days(now, first, span.days),
        days_before=_days(before, first - span, span.days),
        hours=_hours(now),
        methods=_parts(now, "method"),
        processors=_parts(now, "processor"),
        merchants=await load_merchants(tx, first, last) if of_all else None,
    )


def _total(rows: list[Row]) -> Row | None:
    return _by(rows, "fair").get(True)


def _by(rows: list[Row], name: str) -> dict[Any, Row]:
    return {row[name]: row for row in rows if row[name] is not None}


def _days(rows: list[Row], first: date, count: int) -> list[PayinDay]:
    found = _by(rows, "day")
    every = (first + timedelta(days=number) for number in range(count))
    return [PayinDay(day, figures_of(found.get(day))) for day in every]


def _hours(rows: list[Row]) -> list[PayinHourOfDay]:
    found = _by(rows, "hour_of_day")
    return [PayinHourOfDay(hour, figures_of(found.get(hour))) for hour in range(24)]


def _parts(rows: list[Row], name: str) -> list[PayinPart]:
    """The one that brought in most comes first."""
    parts = [PayinPart(key, figures_of(row)) for key, row in _by(rows, name).items()]
    return sorted(parts, key=lambda part: (-part.figures.received.amount, -part.figures.charges, part.key))
