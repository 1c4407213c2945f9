"""Try settings before they are saved."""

from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payouts.settings.commands import PATH, wanted_of
from retaguarda.payouts.settings.model import LimitsBacktest, PayoutSettingsValues
from retaguarda.payouts.settings.try_limits import backtest_limits
from retaguarda.payouts.verify_factor import FACTOR_COMPANY


def backtest_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(PayoutSettingsValues)
        async with FACTOR_COMPANY.over(access).open(request, Permission.PAYOUT_SETTINGS_READ) as (tx, principal):
            if not principal.internal:
                raise not_found("company")
            return json_response(await backtest_limits(tx, principal.chosen(), wanted_of(given)))

    return Route(
        "POST",
        f"{PATH}/{{id:str}}/backtest",
        "What settings would have done with the payouts of 90 days; nothing is saved",
        handler,
        permission=Permission.PAYOUT_SETTINGS_READ,
        scope=FACTOR_COMPANY,
        body=PayoutSettingsValues,
        answers=LimitsBacktest,
    )
