"""Draws the QR code that a payer scans, as SVG."""

import io

import segno

from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route
from retaguarda.foundation.scope import MERCHANT

_SVG = "image/svg+xml"


def qr_route(access: Access, path: str, table: str, what: str) -> Route:
    """Build the route of a QR code.

    Args:
        path: of the record that has the code.
        table: with its ``br_code``.
    """

    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            code = await tx.value(
                f"select br_code from {table} where id = %(id)s and company_id = any(%(seen)s)",
                {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
            )
        if not code:
            raise not_found("code")
        return Response(draw_svg(code), media_type=_SVG)

    return Route(
        "GET",
        f"{path}/qr.svg",
        f"QR code of {what} (image/svg+xml)",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        media=(_SVG,),
    )


def draw_svg(code: str) -> bytes:
    """Draw with medium error correction and the quiet zone of the standard (Manual do BR Code)."""
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(out, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True)
    return out.getvalue()
