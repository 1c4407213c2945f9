"""The file of a remittance, as it was sealed."""

from dataclasses import dataclass

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import Access, Request, Response, Route
from retaguarda.payouts.remittances.commands import ONE, PATH, WRITE
from retaguarda.payouts.remittances.queries import locked


@dataclass(frozen=True, slots=True)
class _Download:
    access: Access

    async def read(self, request: Request) -> Response:
        async with ONE.over(self.access).open(request, WRITE) as (tx, principal):
            row = await locked(tx, request.path_params)
            if row["bytes"] is None:
                raise ApiError(409, "remittance_not_sealed", "a remittance has a file once it is sealed")
            await record(
                tx,
                "payouts:remittance:downloaded",
                company=row["company_id"],
                subject=str(row["id"]),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"sequence": row["sequence"]},
            )
            processor = await tx.one("select bank, agreement from payout_processor where id = %(processor_id)s", row)
        assert processor is not None
        name = f"PG_{processor['bank']}_{processor['agreement']}_{row['sequence']:06}.REM"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(bytes(row["bytes"]), headers=headers, media_type="text/plain; charset=us-ascii")


def file_route(access: Access) -> Route:
    return Route(
        "GET",
        f"{PATH}/{{id:str}}/file",
        "The file of a sealed remittance, byte by byte as the bank gets it",
        _Download(access).read,
        permission=WRITE,
        scope=ONE,
        media=("text/plain",),
    )
