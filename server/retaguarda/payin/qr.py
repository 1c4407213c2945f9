"""The QR code that a payer reads, as SVG."""

import io

import segno

from retaguarda.foundation.call import Answer, Call, Door, Route
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of

_SVG = "image/svg+xml"


def qr_route(door: Door, path: str, table: str, what: str) -> Route:
    """
    Args:
        path: of the record whose code it is.
        table: where its ``br_code`` stands.
    """

    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.PAYIN_PAYMENT_READ) as (tx, who):
            code = await tx.value(
                f"select br_code from {table} where id = %(id)s and company_id = any(%(seen)s)",
                {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
            )
        if not code:
            raise not_found("code")
        return Answer(draw(code), media_type=_SVG)

    return Route(
        "GET",
        f"{path}/qr.svg",
        f"QR code of {what} (image/svg+xml)",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        media=(_SVG,),
    )


def draw(code: str) -> bytes:
    """Medium error correction and the quiet zone of the standard (Manual do BR Code)."""
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(out, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True)
    return out.getvalue()
