"""A merchant's deposit code: a static BR Code for the provider's Pix key whose txid names the merchant."""

import re

import msgspec

from retaguarda.account.deposits.model import AccountWithUs, DepositCode
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.charges.draw_qr_code import draw_svg
from retaguarda.providers.pix import brcode

#: At most 25 letters and digits (Manual do BR Code); the txid of a charge has 26 or more, so the two never collide.
_REFERENCE = re.compile(r"DEP0{0,8}([1-9][0-9]{0,8})", re.IGNORECASE)
#: The one branch of accounts with us.
BRANCH = "0001"
#: A static code must name a city; the addresses of merchants are not in it.
_CITY = "BRASIL"


def reference_of(company: int) -> str:
    return f"DEP{company:09d}"


def company_of(txid: str) -> int | None:
    """Return the number of the merchant that a txid names; None if it is not a deposit code."""
    match = _REFERENCE.fullmatch(txid)
    return int(match[1]) if match else None


async def account_with_us(tx: Tx, merchant: int) -> AccountWithUs:
    """The account of a merchant, whether there is such a merchant or not."""
    row = await tx.one(
        "select h.ispb, h.name as bank_name, %(branch)s as branch, merchant_account_number(%(merchant)s) as number"
        " from bank_and_house h where h.ispb = house_ispb()",
        {"merchant": merchant, "branch": BRANCH},
    )
    return msgspec.convert(row, AccountWithUs)


def code_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYOUT_DEPOSIT_READ) as (tx, principal):
            company = principal.chosen()
            name = await tx.value("select name from company where id = %(id)s", {"id": company})
            key = await tx.value("select deposit_key(%(company)s)", {"company": company})
            account = await account_with_us(tx, company)
        if key is None:
            raise ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")
        reference = reference_of(company)
        code = brcode.static(key, name, _CITY, txid=reference)
        return json_response(DepositCode(code, draw_svg(code).decode(), key, reference, account))

    return Route(
        "GET",
        "/v1/account/deposits/code",
        "Where the chosen merchant's deposits are paid to",
        handler,
        permission=Permission.PAYOUT_DEPOSIT_READ,
        scope=MERCHANT,
        answers=DepositCode,
    )
