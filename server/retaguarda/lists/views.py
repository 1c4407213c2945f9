"""Saved views of lists: filters, order and layout under a name.

A view belongs to one person, or is shared with their company: always the person's own, whatever merchant they look at, so staff
share with staff. A person sees their own and the shared views, and may choose one as their default.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import OWN_COMPANY

LONGEST_NAME = 60
#: Bytes of a definition as JSON.
LARGEST_DEFINITION = 8_000
#: Per person, or shared in one company, and per list.
MOST_VIEWS = 100

_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Value = Annotated[str, msgspec.Meta(max_length=4_000)]


class Definition(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a view. Only the web reads it; it drops and reports names that a later version no longer knows.

    ``search``: filters and order of the list's URL; without a period, opening the view keeps the current one.
    ``columns``: in their order; null: the list's default.
    """

    version: Literal[1]
    search: dict[_Key, _Value]
    columns: Annotated[list[_Key], msgspec.Meta(max_length=100)] | None = None
    density: Literal["comfortable", "compact"] | None = None
    mode: Literal["pages", "continuous"] | None = None


class View(msgspec.Struct):
    """``is_default``: this person opens the list with it."""

    id: UUID
    list: str
    name: str
    shared: bool
    is_default: bool
    definition: Definition
    updated_at: datetime


#: Append conditions. Row security limits it to a person's own and the shared views.
VIEWS = (
    "select v.id, v.list, v.name, v.person_id is null as shared, v.definition, v.updated_at,"
    " exists (select 1 from saved_view_default d where d.view_id = v.id and d.person_id = %(person)s) as is_default"
    " from saved_view v where v.company_id = %(company)s"
)


def view_of(row: Row) -> View:
    return msgspec.convert(row, View)


def owner_params(principal: Principal) -> dict[str, Any]:
    return {"person": principal.person_id, "company": principal.company_id}


def known_list(name: str, lists: frozenset[str]) -> str:
    if name not in lists:
        raise invalid_field("list", "not_allowed", f"list must be one of {', '.join(sorted(lists))}")
    return name


def views_route(access: Access, lists: frozenset[str]) -> Route:
    async def handler(request: Request) -> Response:
        name = _list_name(request, lists)
        async with OWN_COMPANY.over(access).open(request, None) as (tx, principal):
            rows = await tx.all(
                f"{VIEWS} and v.list = %(list)s order by lower(v.name), v.id", owner_params(principal) | {"list": name}
            )
            return json_response([view_of(row) for row in rows])

    return Route(
        "GET",
        "/v1/views",
        "Saved views of a list: a person's own and those shared with them",
        handler,
        answers=list[View],
        scope=OWN_COMPANY,
        parameters=(Parameter("list", {"type": "string", "enum": sorted(lists)}, required=True),),
    )


def _list_name(request: Request, lists: frozenset[str]) -> str:
    params = dict(request.query)
    name = params.pop("list", "")
    if params:
        raise ApiError(400, "unknown_column", f"{next(iter(params))[:100]!r} is not known here; allowed: list")
    return known_list(name, lists)
