"""The file of a request, as it was made."""

from dataclasses import dataclass

from retaguarda.filings.model import FilingDesk
from retaguarda.filings.queries import filing_for_update
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route
from retaguarda.foundation.scope import HOUSE, with_second_factor


@dataclass(frozen=True, slots=True)
class _Download:
    access: Access
    desk: FilingDesk

    async def read(self, request: Request) -> Response:
        scope = with_second_factor(HOUSE)
        async with scope.over(self.access).open(request, self.desk.write) as (tx, principal):
            row = await filing_for_update(tx, self.desk, request.path_params)
            found = await tx.one(
                "select file_name, content from filing_version where request_id = %(id)s and version = %(version)s",
                {"id": row.id, "version": row.version},
            )
            if found is None:
                raise ApiError(409, "filing_has_no_file", "a request has a file once it is made")
            name, content = found.values()
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
        return Response(bytes(content), headers=headers, media_type=f"text/plain; charset={encoding}")


def file_route(access: Access, desk: FilingDesk) -> Route:
    return Route(
        "GET",
        f"{desk.path}/{{id:str}}/file",
        "The newest file of a request, byte by byte as the regulator gets it",
        _Download(access, desk).read,
        permission=desk.write,
        scope=with_second_factor(HOUSE),
        media=("text/plain",),
    )
