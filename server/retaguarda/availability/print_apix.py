"""Hands out the file of a month's Pix report."""

from retaguarda.availability.routes import bounds_of
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route
from retaguarda.foundation.scope import HOUSE

_XML = "application/xml"


def apix_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        month = given_of(request, ("month",)).get("month", "")
        first, _ = bounds_of(month)
        async with HOUSE.over(access).open(request, Permission.AUDIT_INTERNAL_READ) as (tx, _):
            content: bytes | None = await tx.value(
                "select content from apix_report where month = %(month)s",
                {"month": first.astimezone(BRASILIA).date()},
            )
        if content is None:
            raise ApiError(404, "not_found", "no report of this month was frozen")
        name = f'attachment; filename="APIX001-{month}.xml"'
        return Response(
            bytes(content), headers={"Content-Disposition": name, "Cache-Control": "no-store"}, media_type=_XML
        )

    return Route(
        "GET",
        "/v1/audit/apix-reports",
        "The file of a month's Pix report, as it was frozen",
        handler,
        permission=Permission.AUDIT_INTERNAL_READ,
        scope=HOUSE,
        media=(_XML,),
        parameters=(Parameter("month", {"type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"}, required=True),),
    )
