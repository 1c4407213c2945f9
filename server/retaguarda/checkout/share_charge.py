"""Payment links: a page of ours on which a payer pays one charge. Whoever has the link has what it shows; nobody can guess one."""

import msgspec

from retaguarda.checkout.model import PublicCharge
from retaguarda.checkout.public_charge import READ_CHARGE, public_charge
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.moved_company import refuse_moved
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.signed_link import make_token, read_token

#: Of Keys.sign_permanently(): a link on paper outlives the secret.
PURPOSE = "payment_link"


class PaymentLink(msgspec.Struct):
    """The address that the payer opens; it works as long as the charge is there, and says what became of it."""

    url: str


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
            token = await make_token(tx, keys, PURPOSE, company, charge)
        return json_response(PaymentLink(f"{own_origin}/pay/{token}"))

    async def read(request: Request) -> Response:
        async with database.transaction(SYSTEM) as tx:
            named = await read_token(tx, keys, PURPOSE, request.path_params["token"])
            if named:
                await refuse_moved(tx, named[0])
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
            "The charge of a payment link, for its page",
            read,
            public=True,
            answers=PublicCharge,
        ),
    ]
