"""What stands in the archive, and what it says of a charge."""

from datetime import datetime
from typing import LiteralString

import msgspec

from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, path_id
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.archive.commands import PATH, SCOPE
from retaguarda.payin.archive.model import Archive, ArchivedMessages, ArchivedMonths
from retaguarda.payin.archive.open_messages import open_messages
from retaguarda.payin.archive.queries import dropped_months, load_months


class _Subject(msgspec.Struct):
    company_id: int
    created_at: datetime


def months_route(access: Access, archive: Archive) -> Route:
    async def handler(request: Request) -> Response:
        async with SCOPE.over(access).open(request, Permission.SCHEDULER_TASK_READ) as (tx, principal):
            months = await load_months(tx, principal.person_id)
        return json_response(ArchivedMonths(archive.folder is not None, months))

    return Route(
        "GET",
        PATH,
        "The months that are in the archive",
        handler,
        permission=Permission.SCHEDULER_TASK_READ,
        scope=SCOPE,
        answers=ArchivedMonths,
    )


def messages_route(access: Access, archive: Archive, record: Record, table: LiteralString) -> Route:
    """What was said about one row of ``table``, which ``record`` shows."""

    async def handler(request: Request) -> Response:
        subject = path_id(request.path_params)
        async with record.scope.over(access).open(request, record.permission) as (tx, principal):
            row = await fetch_one(
                tx,
                _Subject,
                f"select company_id, created_at from {table} where id = %(id)s and company_id = any(%(seen)s)",
                {"id": subject, "seen": list(principal.companies)},
            )
            if row is None:
                raise not_found()
            months = await dropped_months(tx, row.created_at)
        return json_response(await open_messages(archive, months, row.company_id, subject))

    return Route(
        "GET",
        f"{record.path}/archived-messages",
        f"Provider messages from the archive ({table.replace('_', ' ')})",
        handler,
        permission=record.permission,
        scope=record.scope,
        answers=ArchivedMessages,
    )
