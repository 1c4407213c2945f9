"""The file of a request, as it was made."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from uuid import UUID

from retaguarda.filings.model import FilingDesk
from retaguarda.filings.queries import filing_for_update, piece_of
from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER, Access, Pieces, Request, Response, Route
from retaguarda.foundation.scope import HOUSE, with_second_factor

_FILE = """
    select v.file_name, (select coalesce(sum(length(p.content)), 0)::bigint from filing_piece p
                          where p.company_id = v.company_id and p.request_id = v.request_id and p.version = v.version) as size
      from filing_version v where v.request_id = %(id)s and v.version = %(version)s
"""


@dataclass(frozen=True, slots=True)
class _Download:
    access: Access
    database: Database
    desk: FilingDesk

    async def read(self, request: Request) -> Response:
        scope = with_second_factor(HOUSE)
        async with scope.over(self.access).open(request, self.desk.write) as (tx, principal):
            row = await filing_for_update(tx, self.desk, request.path_params)
            found = await tx.one(_FILE, {"id": row.id, "version": row.version})
            if found is None:
                raise ApiError(409, "filing_has_no_file", "a request has a file once it is made")
            name, size = found.values()
            await record(
                tx,
                f"{self.desk.name}:request:downloaded",
                company=PROVIDER,
                subject=str(row.id),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"name": row.number, "version": row.version},
            )
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        encoding = row.described.encoding
        pieces = Pieces(size, self._pieces(row.id, row.version))
        return Response(b"", headers=headers, media_type=f"text/plain; charset={encoding}", pieces=pieces)

    async def _pieces(self, request: UUID, version: int) -> AsyncGenerator[bytes, None]:
        """Reads each piece in its own transaction, so that a slow client holds no connection."""
        number = 1
        while True:
            async with self.database.transaction(Scope((PROVIDER,))) as tx:
                content = await piece_of(tx, request, version, number)
            if content is None:
                return
            yield content
            number += 1


def file_route(access: Access, database: Database, desk: FilingDesk) -> Route:
    return Route(
        "GET",
        f"{desk.path}/{{id:str}}/file",
        "The newest file of a request, byte by byte as the regulator gets it",
        _Download(access, database, desk).read,
        permission=desk.write,
        scope=with_second_factor(HOUSE),
        media=("text/plain",),
    )
