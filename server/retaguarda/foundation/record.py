"""Reading one thing is a Record: a path with an id, a permission and a loader."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, RowScope, json_response


def uuid_of(text: str) -> UUID:
    """An id from a path; what is no id is simply not there."""
    try:
        return UUID(text)
    except ValueError:
        raise not_found() from None


def path_id(path: Mapping[str, str]) -> UUID:
    """The id that the path of a Command names; as uuid_of()."""
    return uuid_of(path.get("id", ""))


@dataclass(frozen=True, slots=True)
class Record:
    """``load`` answers the shape of ``answers``, or None when the id is not there for this person.

    ``key`` makes the id out of its text in the path.
    """

    path: str
    summary: str
    permission: Permission
    answers: Any
    load: Callable[[Tx, Principal, Any], Awaitable[Any | None]]
    key: Callable[[str], Any] = uuid_of
    scope: RowScope = field(kw_only=True)


def number_of(text: str, what: str = "record") -> int:
    """A number from a path; what is no number is simply not there."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found(what)
    return int(text)


def record_route(record: Record, access: Access) -> Route:
    scoped = record.scope.over(access)

    async def handler(request: Request) -> Response:
        async with scoped.open(request, record.permission) as (tx, principal):
            found = await record.load(tx, principal, record.key(request.path_params["id"]))
            if found is None:
                raise not_found()
            return json_response(found)

    return Route(
        "GET",
        record.path,
        record.summary,
        handler,
        permission=record.permission,
        scope=record.scope,
        answers=record.answers,
    )
