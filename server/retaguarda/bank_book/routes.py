"""Finding a bank, and checking a number while it is typed."""

import msgspec

from retaguarda.bank_book.check_digits import PROBLEMS, NumberRefused, checked
from retaguarda.bank_book.model import AccountRule, Bank
from retaguarda.bank_book.queries import bank_by_ispb, search
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT

_MOST = 30
_LONGEST = 100
_CHECKED = ("ispb", "account_type", "branch", "number", "digit")
_TEXT = {"type": "string", "maxLength": _LONGEST}


class AccountCheck(msgspec.Struct):
    """Of a number as it is typed: the field that is wrong, and the key of why; both None when nothing is."""

    field: str | None
    problem: str | None


def bank_routes(access: Access) -> list[Route]:
    async def banks(request: Request) -> Response:
        text = given_of(request, ("search",)).get("search", "")
        if len(text) > _LONGEST:
            raise invalid_field("search", "too_long", f"search has at most {_LONGEST} characters")
        async with MERCHANT.over(access).open(request, Permission.ACCOUNT_BANK_ACCOUNTS_READ) as (tx, _):
            return json_response(await search(tx, text, _MOST))

    async def check(request: Request) -> Response:
        given = given_of(request, _CHECKED)
        async with MERCHANT.over(access).open(request, Permission.ACCOUNT_BANK_ACCOUNTS_READ) as (tx, _):
            ispb, *typed = (given.get(name, "")[:_LONGEST] for name in _CHECKED)
            bank = await bank_by_ispb(tx, ispb)
            return json_response(check_account(bank.rule if bank else AccountRule(), *typed))

    return [
        Route(
            "GET",
            "/v1/banks",
            "Banks by name, COMPE or ISPB; those that take part in Pix first",
            banks,
            permission=Permission.ACCOUNT_BANK_ACCOUNTS_READ,
            scope=MERCHANT,
            answers=list[Bank],
            parameters=(Parameter("search", _TEXT, "accents and capitals do not matter"),),
        ),
        Route(
            "GET",
            "/v1/banks/account-check",
            "Whether a branch and an account can be right, by their form and their check digit",
            check,
            permission=Permission.ACCOUNT_BANK_ACCOUNTS_READ,
            scope=MERCHANT,
            answers=AccountCheck,
            parameters=tuple(Parameter(name, _TEXT) for name in _CHECKED),
        ),
    ]


def check_account(form: AccountRule, account_type: str, branch: str, number: str, digit: str) -> AccountCheck:
    """Say whether a number can be right at a bank whose accounts have this form."""
    try:
        checked(form, account_type, branch, number, digit.upper())
    except NumberRefused as refused:
        return AccountCheck(PROBLEMS[refused.key], refused.key)
    return AccountCheck(None, None)
