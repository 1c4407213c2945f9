"""What merchants may pay out, how, and at what price."""

from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payouts.settings.commands import CHANGE, REVERT
from retaguarda.payouts.settings.records import SETTINGS_RECORD
from retaguarda.payouts.settings.routes import backtest_route
from retaguarda.payouts.settings.tables import SETTINGS


def _routes(services: Services) -> list[Route]:
    return [backtest_route(services[Access])]


ROOM = Room(
    name="payouts.settings",
    tables=(SETTINGS,),
    records=(SETTINGS_RECORD,),
    commands=(CHANGE, REVERT),
    routes=_routes,
)
