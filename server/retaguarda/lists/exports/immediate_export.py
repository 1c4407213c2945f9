"""A list that is short enough, as a file at once."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import IO

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route
from retaguarda.foundation.table import Table
from retaguarda.identity.acting_access import ActingAccess, Asker
from retaguarda.lists.all_lists import NO_CALL
from retaguarda.lists.exports.export_spec import ExportInput, of_query, parameters, read, told
from retaguarda.lists.exports.write_file import MEDIA_TYPES, count, file_answer, file_name, new_file, pieces_of, write

#: More rows are prepared by the worker.
MOST_AT_ONCE = 10_000
#: Nobody opens more in one file, and a workbook ends a little further on.
MOST_ROWS = 1_000_000

DOWNLOADED = "lists:export:downloaded"


@dataclass(frozen=True, slots=True)
class Now:
    """``GET <a list's path>/export``: takes the list's filters and order, and its permission.

    The file is finished before its first byte goes out: an error is an answer, no database connection waits for a slow
    reader, and the length is known. That somebody took it is on record by then.
    """

    database: Database

    async def download(self, table: Table, access: Access, request: Request) -> Response:
        async with table.scope.over(access).open(request, table.permission) as (tx, principal):
            given = of_query(table, request.query)
            asked = read(table, given, principal)
            if await count(tx, table, asked.query, principal, MOST_AT_ONCE + 1) > MOST_AT_ONCE:
                rows = await count(tx, table, asked.query, principal, MOST_ROWS + 1)
                raise ApiError(
                    409,
                    "export_too_large",
                    f"{rows} rows are more than {MOST_AT_ONCE}: ask for a file with POST /v1/exports",
                    {"X-Total": str(rows)},
                )
        out = new_file()
        try:
            rows = await self._write(table, given, principal, out)
            await self._note(request, table, given, principal, rows)
        except BaseException:
            out.close()
            raise
        name = file_name(table.name, given.format, datetime.now(UTC), asked.zone)
        return file_answer(name, given.format, pieces_of(out))

    async def _write(self, table: Table, given: ExportInput, principal: Principal, out: IO[bytes]) -> int:
        """Through a door that writes nothing: who follows the events waits for every transaction that does."""
        asker = Asker(
            principal.person_id, principal.account, Permission.TWO_FACTOR in principal.permissions, principal.session_id
        )
        acting = table.scope.over(ActingAccess(self.database, asker))
        async with acting.open(NO_CALL, table.permission) as (tx, same):
            return await write(tx, table, read(table, given, same), same, out)

    async def _note(self, request: Request, table: Table, given: ExportInput, principal: Principal, rows: int) -> None:
        company = principal.company_id if principal.account is None else principal.account
        async with self.database.transaction(Scope((company,), principal.person_id)) as tx:
            await record(
                tx,
                DOWNLOADED,
                company=company,
                subject=table.name,
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"list": table.name, "format": given.format, "filters": told(table, given.filters), "rows": rows},
            )

    def route(self, table: Table, access: Access) -> Route:
        return Route(
            "GET",
            f"{table.path}/export",
            f"{table.summary}: all that match, as a file (text/csv or XLSX)",
            partial(self.download, table, access),
            permission=table.permission,
            scope=table.scope,
            media=MEDIA_TYPES,
            parameters=parameters(table),
        )
