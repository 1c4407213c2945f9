"""Draws the QR code that a payer scans, as SVG for screens and as PNG to hand on."""

import io
from collections.abc import Callable

import segno

from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route
from retaguarda.foundation.scope import MERCHANT

_SVG = "image/svg+xml"
_PNG = "image/png"
#: Pixels of a module of the PNG: large enough to print.
_SCALE = 12


def qr_routes(access: Access, path: str, table: str, what: str) -> list[Route]:
    """Build the routes of a QR code, one for each format.

    Args:
        path: of the record that has the code.
        table: with its ``br_code``.
    """

    def route(ending: str, media_type: str, draw: Callable[[str], bytes]) -> Route:
        async def handler(request: Request) -> Response:
            async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
                code = await tx.value(
                    f"select br_code from {table} where id = %(id)s and company_id = any(%(seen)s)",
                    {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
                )
            if not code:
                raise not_found("code")
            return Response(draw(code), media_type=media_type)

        return Route(
            "GET",
            f"{path}/qr.{ending}",
            f"QR code of {what} ({media_type})",
            handler,
            permission=Permission.PAYIN_PAYMENT_READ,
            scope=MERCHANT,
            media=(media_type,),
        )

    return [route("svg", _SVG, draw_svg), route("png", _PNG, draw_png)]


def draw_svg(code: str) -> bytes:
    """Draw with medium error correction and the quiet zone of the standard (Manual do BR Code)."""
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(out, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True)
    return out.getvalue()


def draw_png(code: str) -> bytes:
    """Draw as draw_svg(), black on white, whatever the theme of whoever receives it."""
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(out, kind="png", border=4, scale=_SCALE)
    return out.getvalue()
