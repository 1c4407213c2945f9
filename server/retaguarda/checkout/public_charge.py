"""The public API of a shop's page: read one charge by its id, without a session, with the publishable key, from an
allowed page.

The origin check keeps other sites from using the key; a program can forge any origin, and learns no more than the payer
who holds the link.
"""

import gzip
from datetime import datetime
from importlib.resources import files
from typing import Any
from uuid import UUID

import msgspec
import segno

from retaguarda.checkout.model import FINAL, Code, PublicCharge
from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.money import Money
from retaguarda.foundation.moved_company import moved
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Parameter, Request, Response, Route, json_response

#: Quiet zone required by the standard, in modules (Manual do BR Code).
_BORDER = 4
_SCRIPT = files("retaguarda.checkout").joinpath("checkout.js").read_bytes()
_SCRIPT_GZIP = gzip.compress(_SCRIPT, 9, mtime=0)
_MODULE = "text/javascript; charset=utf-8"
_FOR_ALL = {
    # Browsers always fetch modules across origins by these rules; the script contains nothing private.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=300",
    "Vary": "Accept-Encoding",
}


def public_routes(database: Database, own_origin: str) -> list[Route]:
    """Build the public routes.

    Args:
        own_origin: our own origin, whose pages are always allowed.
    """

    async def read(request: Request) -> Response:
        key = next((value for name, value in request.query if name == "key"), "")
        async with database.transaction(SYSTEM) as tx:
            key_row = await tx.one(_KEY, {"key": key[:100]}) if "\x00" not in key else None
            if key_row is None:
                raise ApiError(403, "checkout_key_unknown", "key is no publishable key of this house")
            headers = _allowed(request, key_row, own_origin)
            if address := await tx.value(_MOVED, {"key": key}):
                raise moved(address)
            row = await tx.one(
                READ_CHARGE, {"id": uuid_of(request.path_params["id"]), "company": key_row["company_id"]}
            )
        if row is None:
            raise ApiError(404, "not_found", "no such charge", headers)
        return json_response(public_charge(row), headers=headers)

    async def script(request: Request) -> Response:
        gzipped = "gzip" in request.headers.get("accept-encoding", "")
        headers = _FOR_ALL | ({"Content-Encoding": "gzip"} if gzipped else {})
        return Response(_SCRIPT_GZIP if gzipped else _SCRIPT, headers=headers, media_type=_MODULE)

    return [
        Route(
            "GET",
            "/v1/checkout/charges/{id:str}",
            "The state of a charge, for a payer's page",
            read,
            public=True,
            answers=PublicCharge,
            parameters=(
                Parameter("key", {"type": "string"}, "the merchant's publishable key", required=True),
                Parameter("Origin", {"type": "string"}, "sent by browsers: a page that the merchant named", "header"),
            ),
        ),
        Route(
            "GET",
            "/checkout.js",
            "The checkout for the page of a shop (text/javascript)",
            script,
            public=True,
            media=(_MODULE,),
        ),
    ]


def _allowed(request: Request, key: Row, own_origin: str) -> dict[str, str]:
    """Return the CORS headers for an allowed origin.

    Raises:
        ApiError: 403 ``origin_not_allowed``.
    """
    origin = request.headers.get("origin", "")
    if origin == own_origin or (not origin and request.headers.get("sec-fetch-site") == "same-origin"):
        return {}
    if origin not in key["origins"]:
        raise ApiError(
            403, "origin_not_allowed", f"{origin[:100] or 'a call without an origin'} is none of the pages of this key"
        )
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}


class ChargeOfPayer(msgspec.Struct, frozen=True):
    """A row of READ_CHARGE. ``amount`` in minor units of ``currency``."""

    id: UUID
    status: str
    amount: int
    currency: str
    expires_at: datetime
    paid_at: datetime | None
    br_code: str | None
    name: str


def public_charge(row: Row) -> PublicCharge:
    """Map a row of READ_CHARGE to what a payer may see."""
    charge = ChargeOfPayer(**row)
    code = charge.br_code if charge.status == "pending" else None
    return PublicCharge(
        id=charge.id,
        status=charge.status,
        final=charge.status in FINAL,
        amount=Money(charge.amount, charge.currency),
        merchant=charge.name,
        expires_at=charge.expires_at,
        paid_at=charge.paid_at,
        br_code=code,
        code=_draw_code(code) if code else None,
    )


def _draw_code(text: str) -> Code:
    """Draw the code as an SVG path: row by row, a line for each run of dark modules."""
    rows: Any = segno.make(text, error="m", micro=False).matrix_iter(border=_BORDER)
    drawn, size = list[str](), 0
    for y, row in enumerate(rows):
        size, x = len(row), 0
        while x < size:
            run = x
            while run < size and row[run]:
                run += 1
            if run > x:
                drawn.append(f"M{x} {y}h{run - x}v1H{x}z")
            x = max(run, x + 1)
    return Code(size, "".join(drawn))


_MOVED = "select checkout_key_moved_to(%(key)s)"
_KEY = "select company_id, origins from checkout_key where key = %(key)s"
READ_CHARGE = (
    "select c.id, c.status, c.amount, c.currency, c.expires_at, c.paid_at, c.br_code, k.name from published.charge c"
    " join company k on k.id = c.company_id where c.company_id = %(company)s and c.id = %(id)s"
)
