"""The routes of the room."""

from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.settings.commands import SET_SETTINGS
from retaguarda.payin.settings.records import SETTINGS_RECORD
from retaguarda.payin.settings.tables import SETTINGS

COMMANDS = (SET_SETTINGS,)


def routes(access: Access) -> list[Route]:
    return [
        table_route(SETTINGS, access),
        record_route(SETTINGS_RECORD, access),
        *command_routes(COMMANDS, access),
    ]
