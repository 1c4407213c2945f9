"""Trying an account number at a bank, and looking at a new list before it is taken over."""

from retaguarda.bank_book.check_digits import PROBLEMS, NumberRefused, checked
from retaguarda.bank_book.revise_bank_list import ListRevision
from retaguarda.foundation.query_params import given_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import EVERYBODY, HOUSE, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.banks.commands import WRITE, revision_of
from retaguarda.payouts.banks.model import AccountTry, BankListInput
from retaguarda.payouts.banks.queries import known_bank
from retaguarda.payouts.banks.tables import BANKS

_LONGEST = 30
_TRIED = ("account_type", "branch", "number", "digit")


def bank_routes(services: Services) -> list[Route]:
    access = services[Access]

    async def try_account(request: Request) -> Response:
        typed = given_of(request, _TRIED)
        async with with_second_factor(EVERYBODY).over(access).open(request, BANKS.permission) as (tx, _):
            bank = await known_bank(tx, request.path_params)
        kind, branch, number, digit = (typed.get(name, "")[:_LONGEST].strip().upper() for name in _TRIED)
        try:
            sent = checked(bank.rule, kind, branch, number, digit)
        except NumberRefused as refused:
            return json_response(AccountTry(PROBLEMS[refused.key], refused.key, None))
        return json_response(AccountTry(None, None, sent))

    async def preview(request: Request) -> Response:
        given = request.read(BankListInput)
        async with with_second_factor(HOUSE).over(access).open(request, WRITE) as (tx, _):
            return json_response(await revision_of(tx, given))

    text = {"type": "string", "maxLength": _LONGEST}
    return [
        Route(
            "GET",
            f"{BANKS.path}/{{id:str}}/account",
            "Whether a branch and an account can be right at this bank, and how they are sent",
            try_account,
            permission=BANKS.permission,
            scope=with_second_factor(EVERYBODY),
            answers=AccountTry,
            parameters=tuple(Parameter(name, text) for name in _TRIED),
        ),
        Route(
            "POST",
            "/v1/payouts/bank-list/preview",
            "What a new list of banks would add, change and remove",
            preview,
            permission=WRITE,
            scope=with_second_factor(HOUSE),
            body=BankListInput,
            answers=ListRevision,
        ),
    ]
