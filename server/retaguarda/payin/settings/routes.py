"""The routes of the room."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route
from retaguarda.payin.settings.commands import SET_SETTINGS
from retaguarda.payin.settings.records import SETTINGS_RECORD
from retaguarda.payin.settings.tables import SETTINGS

COMMANDS = (SET_SETTINGS,)


def routes(anybody: Access, company: Access) -> list[Route]:
    """
    Args:
        anybody: opens for every company that the caller sees.
        company: for the company that the path names.
    """
    return [
        table_route(SETTINGS, anybody),
        record_route(SETTINGS_RECORD, company),
        *(command_route(command, company) for command in COMMANDS),
        *(plan_route(command, company) for command in COMMANDS),
    ]
