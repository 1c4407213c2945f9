"""Serves the file of a finished export."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Pieces, Request, Response, Route
from retaguarda.foundation.scope import OWN
from retaguarda.foundation.table import Table
from retaguarda.lists.exports.immediate_export import DOWNLOADED
from retaguarda.lists.exports.queries import export_row
from retaguarda.lists.exports.tables import PERMISSION
from retaguarda.lists.exports.write_file import MEDIA_TYPES, file_name, file_response


@dataclass(frozen=True, slots=True)
class Download:
    database: Database
    access: Access
    tables: Mapping[str, Table]

    async def handler(self, request: Request) -> Response:
        """Sends the file; people who meanwhile lost the list's permission get 403."""
        async with OWN.over(self.access).open(request, PERMISSION) as (tx, principal):
            row = await export_row(tx, uuid_of(request.path_params["id"]))
            if row is None or row["list"] not in self.tables:
                raise not_found("export")
            principal.require(self.tables[row["list"]].permission)
            if row["status"] == "expired":
                raise ApiError(410, "export_expired", "the file was deleted: ask for it again")
            if row["status"] != "succeeded":
                raise ApiError(409, "export_not_ready", f"the export is {row['status']}")
            zone = await tx.value("select asked->>'zone' from export where id = %(id)s", row)
            await record(
                tx,
                DOWNLOADED,
                company=row["company_id"],
                subject=str(row["id"]),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"list": row["list"], "format": row["format"], "rows": row["rows"]},
            )
        scope = Scope((row["company_id"],), principal.person_id)
        pieces = Pieces(row["bytes"], self._chunks(scope, row["id"]))
        name = file_name(row["list"], row["format"], row["created_at"], ZoneInfo(zone))
        return file_response(name, row["format"], pieces)

    async def _chunks(self, scope: Scope, export: UUID) -> AsyncGenerator[bytes, None]:
        """Reads each chunk in its own transaction, so that a slow client holds no connection."""
        number = 0
        while True:
            async with self.database.transaction(scope) as tx:
                chunk = await tx.value(
                    "select bytes from export_chunk where export_id = %(id)s and number = %(number)s",
                    {"id": export, "number": number},
                )
            if chunk is None:
                return
            yield bytes(chunk)
            number += 1

    def route(self) -> Route:
        return Route(
            "GET",
            "/v1/exports/{id:str}/file",
            "The file of an export (text/csv or XLSX)",
            self.handler,
            permission=PERMISSION,
            scope=OWN,
            media=MEDIA_TYPES,
        )
