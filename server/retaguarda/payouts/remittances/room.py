"""Remittances: payment files for banks."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payouts.remittances.commands import COMMANDS, ONE
from retaguarda.payouts.remittances.jobs import OverdueSlips
from retaguarda.payouts.remittances.records import REMITTANCE_RECORD
from retaguarda.payouts.remittances.routes import file_route
from retaguarda.payouts.remittances.tables import READ, REMITTANCES


def _routes(services: Services) -> list[Route]:
    return [file_route(services[Access])]


def _crons(services: Services) -> list[Cron]:
    return [Cron("payouts.overdue_slips", "*/10 * * * *", OverdueSlips(services[Database]).run)]


ROOM = Room(
    name="payouts.remittances",
    tables=(REMITTANCES,),
    records=(REMITTANCE_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    crons=_crons,
    trails=(Trail("remittances", READ, ONE),),
)
