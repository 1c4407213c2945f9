"""Closings: contracts with banks over many operations."""

from retaguarda.exchange.closings.commands import COMMANDS
from retaguarda.exchange.closings.jobs import ASK, CONFIRM, AskingBanks, asked
from retaguarda.exchange.closings.print_bordereau import bordereau_route
from retaguarda.exchange.closings.queries import of_closing
from retaguarda.exchange.closings.records import CLOSING_RECORD
from retaguarda.exchange.closings.tables import CLOSINGS, READ
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.providers.exchange import ExchangeBanks


def _jobs(services: Services) -> list[Job]:
    asking = AskingBanks(services[Database], services[ExchangeBanks])
    return [Job(ASK, asking.ask), Job(CONFIRM, asking.confirm)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked(services[Queue])]


def _routes(services: Services) -> list[Route]:
    return [bordereau_route(services[Access], services[Keys])]


ROOM = Room(
    name="exchange.closings",
    tables=(CLOSINGS,),
    records=(CLOSING_RECORD,),
    commands=COMMANDS,
    jobs=_jobs,
    routes=_routes,
    consumers=_consumers,
    trails=(Trail("exchange-closings", READ, of_subject(of_closing, any_account=True), "exchange:closing:%"),),
)
