"""The availability of a month: for each service its index, its minutes and how fast it answered."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.availability.model import BY_API, OWN_SERVICES, WHOLE, AvailabilityMonth, AvailabilityOfService, Service
from retaguarda.availability.queries import find_report, maintenance_between, rule_in_force
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.latency_buckets import percentile
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE


class _Lost(msgspec.Struct):
    """Minutes of a service, or of the API that all others stand on."""

    service: Service
    link_id: UUID | None
    link_name: str | None
    unavailable: int
    planned: int
    undecided: int


class _Calls(msgspec.Struct):
    service: Service
    calls: int
    failed: int
    buckets: list[int]


def bounds_of(month: str) -> tuple[datetime, datetime]:
    """Returns when a month like 2026-11 begins and ends in Brasília.

    Raises:
        ApiError: 400 for no month, or one that has not begun.
    """
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        raise invalid_field("month", "field_invalid", "a month is like 2026-11") from None
    if first > today(BRASILIA):
        raise invalid_field("month", "field_invalid", "this month has not begun")
    after = (first + timedelta(days=32)).replace(day=1)
    return _midnight(first), _midnight(after)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=BRASILIA).astimezone(UTC)


def index_of(minutes: int, unavailable: int) -> int:
    """Returns the share of the minutes in which it worked, in hundredths of a per cent, rounded down: 100 % is all of them."""
    return WHOLE if minutes == 0 else WHOLE * (minutes - min(unavailable, minutes)) // minutes


async def month_of(tx: Tx, month: str) -> AvailabilityMonth:
    first, after = bounds_of(month)
    now: datetime = await tx.value("select date_trunc('minute', now())")
    until = min(after, now)
    minutes = int((until - first).total_seconds() // 60)
    within = {"first": first, "until": until, "by_api": list(BY_API)}
    lost: dict[tuple[Service, UUID | None], _Lost] = {
        (each.service, each.link_id): each for each in msgspec.convert(await tx.all(_LOST, within), list[_Lost])
    }
    calls = {each.service: each for each in msgspec.convert(await tx.all(_CALLS, within), list[_Calls])}
    known: list[tuple[Service, UUID | None]] = [(service, None) for service in OWN_SERVICES]
    known += [key for key in lost if key not in known]
    return AvailabilityMonth(
        month=month,
        goal=(await rule_in_force(tx)).goal,
        services=[
            _of_service(
                lost.get((service, link)) or _Lost(service, link, None, 0, 0, 0),
                calls.get(service) or _Calls(service, 0, 0, []),
                minutes,
            )
            for service, link in known
        ],
        maintenance=await maintenance_between(tx, first, after),
        apix=await find_report(tx, first),
    )


def _of_service(lost: _Lost, calls: _Calls, minutes: int) -> AvailabilityOfService:
    return AvailabilityOfService(
        service=lost.service,
        link_id=lost.link_id,
        link_name=lost.link_name,
        minutes=minutes,
        unavailable=lost.unavailable,
        planned=lost.planned,
        undecided=lost.undecided,
        index=index_of(minutes, lost.unavailable),
        index_decided=index_of(minutes, lost.unavailable - lost.undecided),
        calls=calls.calls,
        failed=calls.failed,
        p50_ms=_whole(percentile(calls.buckets, 0.50)),
        p99_ms=_whole(percentile(calls.buckets, 0.99)),
    )


def _whole(milliseconds: float | None) -> int | None:
    return None if milliseconds is None else round(milliseconds)


def month_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = given_of(request, ("month",))
        async with HOUSE.over(access).open(request, Permission.AUDIT_INTERNAL_READ) as (tx, _):
            return json_response(await month_of(tx, str(given.get("month", f"{today(BRASILIA):%Y-%m}"))))

    return Route(
        "GET",
        "/v1/audit/availability",
        "The availability of each service in a month",
        handler,
        permission=Permission.AUDIT_INTERNAL_READ,
        scope=HOUSE,
        answers=AvailabilityMonth,
        parameters=(Parameter("month", {"type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"}),),
    )


#: A minute counts once, whatever was wrong in it; without the API none of its services works. It is undecided while all of its
#: incidents are.
_LOST = """
    with lost as (
      select u.service, u.link_id, u.at, u.planned, u.state = 'detected' as undecided
        from unavailable_minute u where u.at >= %(first)s and u.at < %(until)s
      union all
      select s.service, null, u.at, u.planned, u.state = 'detected'
        from unavailable_minute u cross join unnest(%(by_api)s::text[]) s (service)
       where u.service = 'api' and u.at >= %(first)s and u.at < %(until)s
    ), minute as (
      select service, link_id, at, bool_and(planned) as planned, bool_and(undecided) as undecided from lost group by 1, 2, 3
    )
    select m.service, m.link_id, min(c.name) as link_name, count(*) filter (where not m.planned) as unavailable,
           count(*) filter (where m.planned) as planned,
           count(*) filter (where m.undecided and not m.planned) as undecided
      from minute m left join pix_connection c on c.id = m.link_id
     group by 1, 2 order by 1, 2
"""
_CALLS = """
    with bucket as (
      select m.service, u.n, sum(u.count)::bigint as count
        from service_minute m cross join lateral unnest(m.buckets) with ordinality u (count, n)
       where m.at >= %(first)s and m.at < %(until)s group by 1, 2
    ), filled as (
      select service, array_agg(coalesce(b.count, 0) order by g.n) as buckets
        from (select service, max(n) as last from bucket group by 1) s
       cross join lateral generate_series(1, s.last) g (n)
        left join bucket b using (service, n) group by 1
    )
    select m.service, sum(m.answered + m.refused + m.failed)::bigint as calls, sum(m.failed)::bigint as failed,
           coalesce(min(f.buckets), '{}') as buckets
      from service_minute m left join filled f on f.service = m.service
     where m.at >= %(first)s and m.at < %(until)s group by 1
"""
