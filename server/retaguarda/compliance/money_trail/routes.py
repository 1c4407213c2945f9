"""The money trail of an alert's subject and of a case's: staff alone, and whoever opens one has looked at the record."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.compliance.money_trail.find_money_trail import find_money_trail
from retaguarda.compliance.money_trail.model import COURSES, DAYS, MOST_DAYS, Course, MoneyTrail
from retaguarda.compliance.money_trail.queries import Asked
from retaguarda.compliance.pld_alerts.queries import document_of, find_alert, find_case
from retaguarda.compliance.pld_alerts.records import look_at_alert, look_at_case
from retaguarda.compliance.pld_alerts.tables import ALERTS, CASES, CASES_READ, READ
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import choice_of, given_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import fetch_one

_PARAMETERS = (
    Parameter(
        "course",
        {"type": "string", "enum": list(COURSES), "default": COURSES[0]},
        "onward: where money went; back: where it came from",
    ),
    Parameter(
        "days",
        {"type": "integer", "minimum": 1, "maximum": MOST_DAYS, "default": DAYS},
        "before the first and after the last movement of its alerts",
    ),
)


class _Subject(msgspec.Struct):
    """Whose money it is about, and when it moved as the rules say."""

    target: Target
    subject: str
    name: str | None
    currency: str
    first_at: datetime
    last_at: datetime


_Find = Callable[[Tx, Principal, UUID], Awaitable[_Subject | None]]


def money_trail_routes(access: Access) -> list[Route]:
    return [
        _route(access, ALERTS.path, "alert", READ, _of_alert),
        _route(access, CASES.path, "case", CASES_READ, _of_case),
    ]


def _route(access: Access, path: str, what: str, permission: Permission, find: _Find) -> Route:
    async def handler(request: Request) -> Response:
        course, days = _asked(request)
        async with HOUSE.over(access).open(request, permission) as (tx, principal):
            subject = await find(tx, principal, uuid_of(request.path_params["id"]))
            if subject is None:
                raise not_found(what)
            document = await document_of(tx, subject.target, subject.subject)
            around = timedelta(days=days)
            found = await find_money_trail(
                tx,
                Asked(
                    document=document,
                    name=subject.name,
                    course=course,
                    currency=subject.currency,
                    since=subject.first_at - around,
                    until=subject.last_at + around,
                    days=days,
                ),
            )
        return json_response(found)

    return Route(
        "GET",
        f"{path}/{{id:str}}/money-trail",
        f"Where money of the subject of a PLD {what} went, or came from: four steps, in the order of time",
        handler,
        permission=permission,
        scope=HOUSE,
        answers=MoneyTrail,
        parameters=_PARAMETERS,
    )


def _asked(request: Request) -> tuple[Course, int]:
    given = given_of(request, ("course", "days"))
    course = msgspec.convert(choice_of(given, "course", COURSES, COURSES[0]), Course)
    raw = given.get("days", str(DAYS))
    if not raw.isascii() or not raw.isdigit() or not 1 <= int(raw[:4]) <= MOST_DAYS:
        raise invalid_field("days", "out_of_range", f"days must be a whole number from 1 to {MOST_DAYS}")
    return course, int(raw)


async def _of_alert(tx: Tx, principal: Principal, alert: UUID) -> _Subject | None:
    row = await find_alert(tx, alert)
    if row is None:
        return None
    await look_at_alert(tx, principal, row)
    return _Subject(row.target, row.subject, row.name, row.currency, row.first_at, row.last_at)


async def _of_case(tx: Tx, principal: Principal, case: UUID) -> _Subject | None:
    """The subject of a case, around all of its alerts; of a case that was erased, nothing."""
    found = await find_case(tx, case)
    if found is None:
        return None
    await look_at_case(tx, principal, *found)
    return await fetch_one(
        tx,
        _Subject,
        "select c.target, c.subject, f.requester_name as name, a.currency::text as currency, min(a.first_at) as first_at,"
        " max(a.last_at) as last_at from pld_case c join case_file f on f.id = c.case_id join pld_alert a on a.case_id = c.case_id"
        " where c.case_id = %(id)s group by c.target, c.subject, f.requester_name, a.currency order by count(*) desc, 4 limit 1",
        {"id": case},
    )
