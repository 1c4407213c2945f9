"""A merchant's publishable key: make or replace it, and set the pages it works from."""

import secrets
from collections.abc import Mapping
from functools import partial

from retaguarda.checkout.model import CheckoutKey, OriginsInput
from retaguarda.checkout.origins import clean_origins
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT

PATH = "/v1/payin/checkout-key"


async def _read(tx: Tx, company: int | None) -> CheckoutKey:
    row = await tx.one(
        "select key, origins, created_at from checkout_key where company_id = %(company)s", {"company": company}
    )
    return CheckoutKey(**row) if row else CheckoutKey(None, [], None)


def key_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_SDK_VIEW) as (tx, principal):
            return json_response(await _read(tx, principal.account))

    return Route(
        "GET",
        PATH,
        "The merchant's publishable key, and the pages it may be used from",
        handler,
        permission=Permission.PAYIN_SDK_VIEW,
        scope=MERCHANT,
        answers=CheckoutKey,
    )


async def _subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> CheckoutKey:
    return await _read(tx, principal.chosen())


async def _make(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Replace the former key, which stops working; the allowed pages stay."""
    key = f"pk_{secrets.token_urlsafe(24)}"
    await tx.execute(
        "insert into checkout_key (company_id, key, created_by) values (%(company)s, %(key)s, %(by)s)"
        " on conflict (company_id) do update set key = excluded.key, created_at = now(), created_by = excluded.created_by",
        {"company": principal.chosen(), "key": key, "by": principal.email},
    )
    return Done(f"company:{principal.chosen()}", await _read(tx, principal.chosen()), {"key": key})


async def _set_origins(plain: bool, tx: Tx, principal: Principal, given: OriginsInput, path: Mapping[str, str]) -> Done:
    origins = clean_origins(given.origins, allow_http=plain)
    updated = await tx.execute(
        "update checkout_key set origins = %(origins)s where company_id = %(company)s",
        {"company": principal.chosen(), "origins": origins},
    )
    if not updated:
        raise not_found("key; make one first")
    return Done(f"company:{principal.chosen()}", await _read(tx, principal.chosen()), {"origins": origins})


MAKE_KEY = Command(
    name="checkout:key:make",
    method="POST",
    path=PATH,
    summary="Create a publishable key, replacing the current one",
    permission=Permission.PAYIN_SDK_MANAGE,
    scope=MERCHANT,
    input=Nothing,
    answers=CheckoutKey,
    apply=_make,
    status=201,
)


def set_origins(plain: bool) -> Command[OriginsInput]:
    return Command(
        name="checkout:key:set_origins",
        method="PUT",
        path=PATH,
        summary="Set the pages that may use the publishable key",
        permission=Permission.PAYIN_SDK_MANAGE,
        scope=MERCHANT,
        input=OriginsInput,
        answers=CheckoutKey,
        apply=partial(_set_origins, plain),
        keyed=False,
        subject=_subject,
    )
