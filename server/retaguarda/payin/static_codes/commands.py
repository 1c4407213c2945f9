"""Commands on static codes: create one, disable it."""

from collections.abc import Mapping

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import connection_for
from retaguarda.payin.settings.charge_terms import refuse_outside_limits
from retaguarda.payin.splits.agree_split import checked_split_json
from retaguarda.payin.static_codes.model import CodeInput, StaticCode
from retaguarda.payin.static_codes.queries import code_of, code_subject, fields_of
from retaguarda.providers.pix import brcode
from retaguarda.providers.pix.ids import new_static_txid

#: A static code must name a city; we do not print merchants' addresses in it.
_CITY = "BRASIL"


class _Key(msgspec.Struct):
    """The Pix key at a connection, and the merchant's name."""

    key: str
    name: str


def code_text(key: str, name: str, txid: str, amount: int | None, message: str | None) -> str:
    """Build the BR Code that is scanned or copied."""
    return brcode.static(key, name, _CITY, txid=txid, amount=amount, info=message or "")


async def _create(tx: Tx, principal: Principal, given: CodeInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    name, message = clean_or_none("name", given.name), clean_or_none("message", given.message)
    if name is None:
        raise invalid_field("name", "field_required", "name is only white space")
    await refuse_blocked(tx, company, "in")
    await refuse_outside_limits(tx, company, "static", *([given.amount.amount] if given.amount else []))
    code, txid = uuid7(), new_static_txid()
    amount = given.amount.amount if given.amount else None
    split = await checked_split_json(tx, company, given.split, amount)
    connection, rule_data = await connection_for(tx, RuleInput(company, amount or 1, "static", txid))
    if connection is None:
        raise ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")
    found = await fetch_one(
        tx,
        _Key,
        "select pix_key_of(%(connection)s) as key, name from company where id = %(company)s",
        {"company": company, "connection": connection.id},
    )
    assert found is not None
    await tx.execute(
        "insert into static_code (company_id, id, connection_id, txid, name, amount, currency, message, br_code, created_by, split)"
        " values (%(company)s, %(id)s, %(connection)s, %(txid)s, %(name)s, %(amount)s, %(currency)s, %(message)s, %(code)s, %(person)s, %(split)s::jsonb)",
        {
            "company": company,
            "id": code,
            "connection": connection.id,
            "txid": txid,
            "name": name,
            "amount": amount,
            "currency": given.amount.currency if given.amount else BRL,
            "message": message,
            "code": code_text(found.key, found.name, txid, amount, message),
            "person": principal.person_id,
            "split": split,
        },
    )
    row = await code_of(tx, [company], code)
    assert row is not None
    return Done(str(code), StaticCode(**fields_of(row)), {"name": name, **rule_data})


async def _disable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    code = path_id(path)
    await tx.execute(
        "update static_code set disabled_at = coalesce(disabled_at, now()) where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": code},
    )
    row = await code_of(tx, [principal.chosen()], code)
    if row is None:
        raise not_found("code")
    return Done(str(code), StaticCode(**fields_of(row)))


CREATE_CODE = Command(
    name="payin:code:create",
    method="POST",
    path="/v1/payin/codes",
    summary="Make a static code, which any number of payers may pay",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=CodeInput,
    answers=StaticCode,
    apply=_create,
    status=201,
)

DISABLE_CODE = Command(
    name="payin:code:disable",
    method="POST",
    path="/v1/payin/codes/{id:str}/disable",
    summary="Take a static code out of use: what is still paid with it is put under review",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=StaticCode,
    apply=_disable,
    keyed=False,
    subject=code_subject,
)
