"""A person's own notifications: list them and mark them as read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.list_query import ListQuery, parse_query
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.foundation.table import page_headers
from retaguarda.identity.person_access import without_account
from retaguarda.notifications.kinds import BY_KEY
from retaguarda.notifications.texts import Language, message, title


class Notification(msgspec.Struct):
    uuid: UUID
    id: int
    kind: str
    title: str
    message: str
    redirect: str | None
    created_at: datetime
    read_at: datetime | None
    is_un_read: bool


class Notifications(msgspec.Struct):
    notifications: list[Notification]
    unread: int


class Read(msgspec.Struct):
    message: Literal["notification_read", "notifications_read"]
    statusCode: int = 200
    status: bool = True


COLUMNS = (
    Column("id", "n.id", "integer", sortable=True),
    Column("kind", "n.kind", "choice", choices=tuple(BY_KEY)),
    Column("unread", "(n.read_at is null)", "flag"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    access: Access

    async def all(self, request: Request) -> Response:
        """List the notifications shown on screen, newest first. Polling does not extend the session."""
        query = _query(request)
        locale_asked = dict(request.query).get("locale", "")
        async with self.access.open(without_account(request), None, touch=False) as (tx, principal):
            language = language_of(locale_asked, principal.locale)
            filter_sql = _filter(query)
            direction = "desc" if query.descending else "asc"
            rows = await tx.all(
                f"{_MINE}{filter_sql} order by n.id {direction} limit {query.per_page} offset {query.offset}",
                {"person": principal.person_id, **_values(query)},
            )
            counts = await tx.one(
                "select count(*) filter (where n.read_at is null) as unread,"
                f" count(*) filter (where true{filter_sql}) as total"
                " from notification n where n.person_id = %(person)s and n.in_app",
                {"person": principal.person_id, **_values(query)},
            )
        assert counts is not None
        notifications = Notifications([_to_notification(row, language) for row in rows], counts["unread"])
        return json_response(notifications, headers=page_headers(query, counts["total"]))

    async def read(self, request: Request) -> Response:
        """Mark one as read. Safe to repeat."""
        notification = uuid_of(request.path_params["id"])
        async with self.access.open(without_account(request), None) as (tx, principal):
            found = await tx.execute(
                "update notification set read_at = coalesce(read_at, now())"
                " where uuid = %(id)s and person_id = %(person)s and in_app",
                {"id": notification, "person": principal.person_id},
            )
            if not found:
                raise not_found("notification")
            return json_response(Read("notification_read"))

    async def read_all(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            await tx.execute(
                "update notification set read_at = now() where person_id = %(person)s and in_app and read_at is null",
                {"person": principal.person_id},
            )
            return json_response(Read("notifications_read"))


def _query(request: Request) -> ListQuery:
    for name, _ in request.query:
        if name in ("cursor", "search"):
            raise ApiError(400, "unknown_column", f"{name} is nothing that this list knows")
    return parse_query(COLUMNS, "id", int, [pair for pair in request.query if pair[0] != "locale"], False)


def language_of(locale_asked: str, locale: str | None) -> Language:
    """Choose the language: the one asked for, the person's own, or English.

    Raises:
        ApiError: 400 for an unsupported language.
    """
    found = locale_asked or locale or "en"
    if found not in ("pt", "en"):
        raise invalid_field("locale", "not_allowed", "locale must be pt or en")
    return found


_MINE = (
    "select n.uuid, n.id, n.kind, n.data, n.redirect, n.created_at, n.read_at from notification n"
    " where n.person_id = %(person)s and n.in_app"
)


def _filter(query: ListQuery) -> str:
    return "".join(f" and {column.sql} = any (%({column.name})s)" for column, _ in query.equals)


def _values(query: ListQuery) -> Mapping[str, Any]:
    return {column.name: list(values) for column, values in query.equals}


def _to_notification(row: Row, language: Language) -> Notification:
    kind, data = row["kind"], row["data"]
    return Notification(
        uuid=row["uuid"],
        id=row["id"],
        kind=kind,
        title=title(language, kind, data),
        message=message(language, kind, data),
        redirect=row["redirect"],
        created_at=row["created_at"],
        read_at=row["read_at"],
        is_un_read=row["read_at"] is None,
    )
