"""Reading one thing is a Record: a path with an id, a permission and a loader."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retaguarda.foundation.call import Answer, Call, Door, Route, Who, answer
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission


def uuid_of(text: str) -> UUID:
    """An id from a path; what is no id is simply not there."""
    try:
        return UUID(text)
    except ValueError:
        raise not_found() from None


@dataclass(frozen=True, slots=True)
class Record:
    """``load`` answers the shape of ``answers``, or None when the id is not there for this person.

    ``key`` makes the id out of its text in the path.
    """

    path: str
    summary: str
    permission: Permission
    answers: Any
    load: Callable[[Tx, Who, Any], Awaitable[Any | None]]
    key: Callable[[str], Any] = uuid_of


def number_of(text: str, what: str = "record") -> int:
    """A number from a path; what is no number is simply not there."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found(what)
    return int(text)


def record_route(record: Record, door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, record.permission) as (tx, who):
            found = await record.load(tx, who, record.key(call.path_params["id"]))
            if found is None:
                raise not_found()
            return answer(found)

    return Route("GET", record.path, record.summary, handler, permission=record.permission, answers=record.answers)
