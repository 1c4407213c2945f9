"""The day as it was known at a moment, and its seal as a text that is checked without the database."""

from dataclasses import dataclass
from datetime import datetime

import msgspec

from retaguarda.conciliation.days.model import DayKnown, DaySealText
from retaguarda.conciliation.days.queries import find_day, known_at
from retaguarda.conciliation.days.records import SEALS
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE


@dataclass(frozen=True, slots=True)
class _Days:
    access: Access

    async def known(self, request: Request) -> Response:
        async with HOUSE.over(self.access).open(request, READ) as (tx, _):
            day = await find_day(tx, uuid_of(request.path_params["id"]))
            if day is None:
                raise not_found("day")
            return json_response(await known_at(tx, day, _moment(dict(request.query).get("at", ""))))

    async def seals(self, request: Request) -> Response:
        async with HOUSE.over(self.access).open(request, READ) as (tx, _):
            key = uuid_of(request.path_params["id"])
            if await find_day(tx, key) is None:
                raise not_found("day")
            rows = await tx.all(SEALS, {"id": key})
            return json_response(msgspec.convert(rows, list[DaySealText]))


def _moment(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise invalid_field("at", "moment_invalid", "at is a moment with its zone")
    return at


def day_routes(access: Access) -> list[Route]:
    days = _Days(access)
    return [
        Route(
            "GET",
            "/v1/conciliation/days/{id:str}/known",
            "The day as it was known at a moment, and what has changed since",
            days.known,
            permission=READ,
            scope=HOUSE,
            answers=DayKnown,
            parameters=(Parameter("at", {"type": "string", "format": "date-time"}),),
        ),
        Route(
            "GET",
            "/v1/conciliation/days/{id:str}/seals",
            "The seals of a day, the newest first: what was sealed, as text, and its hash",
            days.seals,
            permission=READ,
            scope=HOUSE,
            answers=list[DaySealText],
        ),
    ]
