"""Exports a short list at once."""

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
from retaguarda.identity.acting_access import NO_REQUEST, ActingAccess, Requester
from retaguarda.lists.exports.export_spec import (
    ExportInput,
    audited_filters,
    input_from_query,
    parameters,
    spec_from_input,
)
from retaguarda.lists.exports.write_file import MEDIA_TYPES, count, file_name, file_response, new_file, pieces_of, write

#: The worker prepares files with more rows.
MOST_AT_ONCE = 10_000
#: A workbook holds little more, and nobody opens more in one file.
MOST_ROWS = 1_000_000

DOWNLOADED = "lists:export:downloaded"


@dataclass(frozen=True, slots=True)
class Now:
    """``GET <a list's path>/export``: takes the list's filters, order and permission.

    It finishes the file before sending its first byte: an error is a proper response, no database connection waits for
    a slow client, and the length is known. The download is recorded by then.
    """

    database: Database

    async def download(self, table: Table, access: Access, request: Request) -> Response:
        async with table.scope.over(access).open(request, table.permission) as (tx, principal):
            body = input_from_query(table, request.query)
            spec = spec_from_input(table, body, principal)
            if await count(tx, table, spec.query, principal, MOST_AT_ONCE + 1) > MOST_AT_ONCE:
                rows = await count(tx, table, spec.query, principal, MOST_ROWS + 1)
                raise ApiError(
                    409,
                    "export_too_large",
                    f"{rows} rows are more than {MOST_AT_ONCE}: ask for a file with POST /v1/exports",
                    {"X-Total": str(rows)},
                )
        out = new_file()
        try:
            rows = await self._write(table, body, principal, out)
            await self._record_download(request, table, body, principal, rows)
        except BaseException:
            out.close()
            raise
        name = file_name(table.name, body.format, datetime.now(UTC), spec.zone)
        return file_response(name, body.format, pieces_of(out))

    async def _write(self, table: Table, body: ExportInput, principal: Principal, out: IO[bytes]) -> int:
        """Writes through an access that changes nothing, because event consumers wait for every writing transaction."""
        requester = Requester(
            principal.person_id, principal.account, Permission.TWO_FACTOR in principal.permissions, principal.session_id
        )
        acting = table.scope.over(ActingAccess(self.database, requester))
        async with acting.open(NO_REQUEST, table.permission) as (tx, acting_principal):
            return await write(tx, table, spec_from_input(table, body, acting_principal), acting_principal, out)

    async def _record_download(
        self, request: Request, table: Table, body: ExportInput, principal: Principal, rows: int
    ) -> None:
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
                data={
                    "list": table.name,
                    "format": body.format,
                    "filters": audited_filters(table, body.filters),
                    "rows": rows,
                },
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
