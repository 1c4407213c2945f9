"""The publishable key of a merchant: made, replaced, and from which pages it works."""

import secrets
from collections.abc import Mapping
from functools import partial

from retaguarda.checkout.model import CheckoutKey, OriginsInput
from retaguarda.checkout.origins import clean_origins
from retaguarda.foundation.call import Answer, Call, Door, Route, Who, answer
from retaguarda.foundation.command import Command, Done, Nothing, command_route
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission

PATH = "/v1/payin/checkout-key"


async def _read(tx: Tx, company: int | None) -> CheckoutKey:
    row = await tx.one(
        "select key, origins, created_at from checkout_key where company_id = %(company)s", {"company": company}
    )
    return CheckoutKey(**row) if row else CheckoutKey(None, [], None)


def key_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.PAYIN_SDK_VIEW) as (tx, who):
            return answer(await _read(tx, who.account))

    return Route(
        "GET",
        PATH,
        "The merchant's publishable key, and the pages it works from",
        handler,
        permission=Permission.PAYIN_SDK_VIEW,
        answers=CheckoutKey,
    )


async def _subject(tx: Tx, who: Who, path: Mapping[str, str]) -> CheckoutKey:
    return await _read(tx, who.chosen())


async def _make(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    """In place of the one before, which works no longer; its pages stay."""
    key = f"pk_{secrets.token_urlsafe(24)}"
    await tx.execute(
        "insert into checkout_key (company_id, key, created_by) values (%(company)s, %(key)s, %(by)s)"
        " on conflict (company_id) do update set key = excluded.key, created_at = now(), created_by = excluded.created_by",
        {"company": who.chosen(), "key": key, "by": who.email},
    )
    return Done(f"company:{who.chosen()}", await _read(tx, who.chosen()), {"key": key})


async def _set_origins(plain: bool, tx: Tx, who: Who, given: OriginsInput, path: Mapping[str, str]) -> Done:
    origins = clean_origins(given.origins, plain=plain)
    touched = await tx.execute(
        "update checkout_key set origins = %(origins)s where company_id = %(company)s",
        {"company": who.chosen(), "origins": origins},
    )
    if not touched:
        raise not_found("key; make one first")
    return Done(f"company:{who.chosen()}", await _read(tx, who.chosen()), {"origins": origins})


MAKE_KEY = Command(
    name="checkout:key:make",
    method="POST",
    path=PATH,
    summary="Make a publishable key, in place of the one before",
    permission=Permission.PAYIN_SDK_MANAGE,
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
        summary="Say from which pages the publishable key works",
        permission=Permission.PAYIN_SDK_MANAGE,
        input=OriginsInput,
        answers=CheckoutKey,
        apply=partial(_set_origins, plain),
        keyed=False,
        subject=_subject,
    )


def routes(door: Door, plain: bool) -> list[Route]:
    return [key_route(door), command_route(MAKE_KEY, door), command_route(set_origins(plain), door)]
