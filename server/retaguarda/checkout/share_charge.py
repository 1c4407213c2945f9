"""Payment links: a page of ours on which a payer pays one charge. Whoever has the link has what it shows; nobody can guess one."""

import base64
import binascii
import hmac
from uuid import UUID

import msgspec

from retaguarda.checkout.model import PublicCharge
from retaguarda.checkout.public_charge import READ_CHARGE, public_charge
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT

#: Of Keys.sign_permanently(): a link on paper outlives the secret.
PURPOSE = "payment_link"
_COMPANY_BYTES, _CHARGE_BYTES, _SIGNATURE_BYTES = 4, 16, 16
#: Base64 without padding: 36 bytes.
_LINK_LENGTH = (_COMPANY_BYTES + _CHARGE_BYTES + _SIGNATURE_BYTES) * 4 // 3


class PaymentLink(msgspec.Struct):
    """The address that the payer opens; it works as long as the charge is there, and says what became of it."""

    url: str


async def make_token(tx: Tx, keys: Keys, company: int, charge: UUID) -> str:
    named = company.to_bytes(_COMPANY_BYTES) + charge.bytes
    signature = (await keys.sign_permanently(tx, PURPOSE, named))[:_SIGNATURE_BYTES]
    return base64.urlsafe_b64encode(named + signature).decode()


async def read_token(tx: Tx, keys: Keys, token: str) -> tuple[int, UUID] | None:
    """Return the company and the charge that a link names; None for one that we did not make."""
    # One link has one way to be written: a decoder would overlook what stands behind its end.
    if len(token) != _LINK_LENGTH:
        return None
    try:
        link = base64.b64decode(token.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        return None
    named, signature = link[:-_SIGNATURE_BYTES], link[-_SIGNATURE_BYTES:]
    expected = (await keys.sign_permanently(tx, PURPOSE, named))[:_SIGNATURE_BYTES]
    if not hmac.compare_digest(signature, expected):
        return None
    return int.from_bytes(named[:_COMPANY_BYTES]), UUID(bytes=named[_COMPANY_BYTES:])


def link_routes(access: Access, database: Database, keys: Keys, own_origin: str) -> list[Route]:
    """Build the route that makes a link, for people, and the one that its page reads, for everybody."""

    async def make(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            charge = uuid_of(request.path_params["id"])
            company = await tx.value(
                "select company_id from published.charge where id = %(id)s and company_id = any(%(seen)s)",
                {"id": charge, "seen": list(principal.companies)},
            )
            if company is None:
                raise not_found("charge")
            token = await make_token(tx, keys, company, charge)
        return json_response(PaymentLink(f"{own_origin}/pay/{token}"))

    async def read(request: Request) -> Response:
        async with database.transaction(SYSTEM) as tx:
            named = await read_token(tx, keys, request.path_params["token"])
            row = await tx.one(READ_CHARGE, {"company": named[0], "id": named[1]}) if named else None
        if row is None:
            raise not_found("charge")
        return json_response(public_charge(row), headers={"Cache-Control": "no-store"})

    return [
        Route(
            "GET",
            "/v1/payin/charges/{id:str}/link",
            "The address of a page on which a payer pays a charge",
            make,
            permission=Permission.PAYIN_PAYMENT_READ,
            scope=MERCHANT,
            answers=PaymentLink,
        ),
        Route(
            "GET",
            "/v1/checkout/links/{token:str}",
            "What the page of a payment link is told of its charge",
            read,
            public=True,
            answers=PublicCharge,
        ),
    ]
